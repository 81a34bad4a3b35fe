import { expect, test } from 'vitest';
import { roundedPolygon } from './rounded-polygon.ts';

test('sharp corners become straight lines', () => {
  expect(
    roundedPolygon([
      [0, 0],
      [10, 0],
      [10, 10],
    ]),
  ).toBe('M0 0L10 0L10 10Z');
});

test('a radius larger than half an edge stops half-way', () => {
  expect(
    roundedPolygon([
      [0, 0],
      [10, 0, 99],
      [10, 10],
    ]),
  ).toBe('M0 0L5 0C7.8 0 10 2.2 10 5L10 10Z');
});
