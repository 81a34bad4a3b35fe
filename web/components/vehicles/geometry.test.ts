import { expect, test } from 'vitest';
import { evenSteps, repeatAlong, roundedPolygon, slidePath } from './geometry.ts';

test.each([
  ['a sharp corner has no curve', 0, 'M0 0L10 0L10 10Z'],
  ['a curve begins and ends at the radius from the corner', 2, 'M0 0L8 0C9.1 0 10 0.9 10 2L10 10Z'],
  ['a radius larger than half an edge is limited to half the edge', 99, 'M0 0L5 0C7.8 0 10 2.2 10 5L10 10Z'],
])('%s', (_what, radius, path) => {
  expect(
    roundedPolygon([
      [0, 0],
      [10, 0, radius],
      [10, 10],
    ]),
  ).toBe(path);
});

test('points divide a range into equal parts, or follow at every step before its end', () => {
  expect(evenSteps(10, 20, 4)).toEqual([12.5, 15, 17.5]);
  expect(repeatAlong(10, 20, 5)).toEqual([10, 15]);
  expect(repeatAlong(10, 21, 5)).toEqual([10, 15, 20]);
  expect(repeatAlong(20, 10, 5)).toEqual([]);
});

test('slidePath moves every x of a path and no y', () => {
  expect(slidePath('M10 20L-5.5 20C1 2 3 4 5 6Z', 100)).toBe('M110 20L94.5 20C101 2 103 4 105 6Z');
});
