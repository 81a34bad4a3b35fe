import { expect, test } from 'vitest';
import { checkInput } from './check-input.ts';
import { EMPTY_INPUT } from './estimator-input.ts';

const TODAY = '2026-11-20';
const input = { ...EMPTY_INPUT, vehicleId: 'lux-suv' };

test('a vehicle and hours are all it takes', () => {
  expect(checkInput(input, TODAY)).toEqual({});
  expect(checkInput({ ...input, date: TODAY, hours: 1 }, TODAY)).toEqual({});
});

test.each([
  [{ vehicleId: '' }, { vehicleId: 'Please choose a vehicle' }],
  [{ vehicleId: 'submarine' }, { vehicleId: 'Please choose a vehicle' }],
  [{ hours: null }, { hours: 'Please enter the hours' }],
  [{ hours: 0.5 }, { hours: 'Minimum booking is 1 hour' }],
  [{ hours: -3 }, { hours: 'Minimum booking is 1 hour' }],
  [{ hours: 24.5 }, { hours: 'Maximum booking is 24 hours' }],
  [{ date: '2026-11-19' }, { date: 'Please choose today or a later day' }],
])('%j is refused', (change, errors) => {
  expect(checkInput({ ...input, ...change }, TODAY)).toEqual(errors);
});
