import { expect, test } from 'vitest';
import { findVehicle, isVehicleId, paintList, tierLabel, VEHICLES } from './catalogue.ts';

test('the sixteen vehicles cost ten dollars less point to point, at both ends of the range', () => {
  expect(VEHICLES).toHaveLength(16);
  for (const vehicle of VEHICLES) {
    expect(vehicle.p2pMin).toBe(vehicle.hourlyMin - 10);
    expect(vehicle.p2pMax).toBe(vehicle.hourlyMax - 10);
  }
});

test('a vehicle id must match exactly and is never a property of Object', () => {
  expect(isVehicleId('lux-sedan')).toBe(true);
  expect(isVehicleId('Lux-Sedan')).toBe(false);
  expect(isVehicleId('constructor')).toBe(false);
  expect(findVehicle('hummer-18')?.paints).toEqual(['pink', 'black', 'white', 'green']);
});

test('tierLabel returns the tier of a vehicle id or tier name, and anything else unchanged', () => {
  expect(
    ['lux-sedan', 'limousine-24', 'shuttle-16', 'standard', 'premium', 'xl', 'rocket', 'constructor'].map(
      tierLabel,
    ),
  ).toEqual(['Standard', 'Premium', 'XL', 'Standard', 'Premium', 'XL', 'rocket', 'constructor']);
});

test('two paints are joined with "or", more with commas', () => {
  expect(paintList(['black', 'white'])).toBe('Black or White');
  expect(paintList(['pink', 'black', 'white', 'green'])).toBe('Pink, Black, White, Green');
});
