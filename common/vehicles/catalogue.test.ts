import { expect, test } from 'vitest';
import { findVehicle, isVehicleId, paintList, tierLabel, VEHICLES } from './catalogue.ts';

test('sixteen vehicles, point to point ten dollars lower on each bound', () => {
  expect(VEHICLES).toHaveLength(16);
  for (const vehicle of VEHICLES) {
    expect(vehicle.p2pMin).toBe(vehicle.hourlyMin - 10);
    expect(vehicle.p2pMax).toBe(vehicle.hourlyMax - 10);
  }
});

test('ids are known exactly, and nothing of Object is one', () => {
  expect(isVehicleId('lux-sedan')).toBe(true);
  expect(isVehicleId('Lux-Sedan')).toBe(false);
  expect(isVehicleId('constructor')).toBe(false);
  expect(findVehicle('hummer-18')?.paints).toEqual(['pink', 'black', 'white', 'green']);
});

test('a ride type reads as its tier, the literals too, anything else raw', () => {
  expect(
    ['lux-sedan', 'limousine-24', 'shuttle-16', 'standard', 'premium', 'xl', 'rocket', 'constructor'].map(
      tierLabel,
    ),
  ).toEqual(['Standard', 'Premium', 'XL', 'Standard', 'Premium', 'XL', 'rocket', 'constructor']);
});

test('two colours are an or, more a list', () => {
  expect(paintList(['black', 'white'])).toBe('Black or White');
  expect(paintList(['pink', 'black', 'white', 'green'])).toBe('Pink, Black, White, Green');
});
