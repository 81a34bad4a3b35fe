import { expect, test } from 'vitest';
import { colorOf } from './vehicle.ts';

test.each([
  ['White Mercedes S 580, NV 904-LRT', 'black', 'white'],
  ['Hummer H2 in pink, NV 1', null, 'pink'],
  ['Cadillac Escalade, PINK 1', 'black', 'black'],
  ['Blackwood Lincoln', null, null],
  [null, 'green', 'green'],
  [undefined, null, null],
])(
  'a ride with the vehicle %s and the preferred colour %s is drawn in %s',
  (vehicle, preferredColor, color) => {
    expect(colorOf(vehicle, preferredColor)).toBe(color);
  },
);
