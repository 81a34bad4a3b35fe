import { expect, test } from 'vitest';
import { roundedPolygon, slidePath } from './geometry.ts';

test('sharp corners become straight lines', () => {
  expect(
    roundedPolygon([
      [0, 0],
      [10, 0],
      [10, 10],
    ]),
  ).toBe('M0 0L10 0L10 10Z');
});

test('a corner radius larger than half an edge is limited to half the edge', () => {
  expect(
    roundedPolygon([
      [0, 0],
      [10, 0, 99],
      [10, 10],
    ]),
  ).toBe('M0 0L5 0C7.8 0 10 2.2 10 5L10 10Z');
});

test('slidePath moves every x of a path and no y', () => {
  expect(slidePath('M10 20L-5.5 20C1 2 3 4 5 6Z', 100)).toBe('M110 20L94.5 20C101 2 103 4 105 6Z');
});
