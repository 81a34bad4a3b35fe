import type { VehicleId } from '#common/vehicles/catalogue.ts';

/** A vehicle in the tables of the marketing and terms pages. */
export interface TypicalRate {
  vehicleId: VehicleId;
  name: string;
  capacity: number;
  /** Whole dollars per hour, from and to. */
  hourly: readonly [from: number, to: number];
}

/**
 * The fifteen vehicles with the rate ranges of the marketing and terms text (specification section 9). These
 * are typical rates; fares come from `common/vehicles`, whose ranges differ.
 */
export const TYPICAL_RATES: readonly TypicalRate[] = [
  { vehicleId: 'lux-sedan', name: 'Lux Sedan', capacity: 3, hourly: [45, 60] },
  { vehicleId: 'ev-lux-sedan', name: 'EV Lux Sedan', capacity: 3, hourly: [50, 65] },
  { vehicleId: 'lux-suv', name: 'Lux SUV', capacity: 6, hourly: [55, 70] },
  { vehicleId: 'ev-lux-suv', name: 'EV Lux SUV', capacity: 6, hourly: [60, 75] },
  { vehicleId: 'limousine-10', name: 'Limousine 10', capacity: 10, hourly: [85, 110] },
  { vehicleId: 'limousine-16', name: 'Limousine 16', capacity: 16, hourly: [95, 125] },
  { vehicleId: 'limousine-18', name: 'Limousine 18', capacity: 18, hourly: [105, 135] },
  { vehicleId: 'hummer-18', name: 'Hummer 18', capacity: 18, hourly: [110, 140] },
  { vehicleId: 'partybus-16', name: 'Party Bus 16', capacity: 16, hourly: [95, 120] },
  { vehicleId: 'partybus-20', name: 'Party Bus 20', capacity: 20, hourly: [150, 170] },
  { vehicleId: 'partybus-33', name: 'Party Bus 33', capacity: 33, hourly: [135, 170] },
  { vehicleId: 'partybus-45', name: 'Party Bus 45', capacity: 45, hourly: [155, 195] },
  { vehicleId: 'shuttle-16', name: 'Executive Shuttle 16', capacity: 16, hourly: [75, 95] },
  { vehicleId: 'shuttle-33', name: 'Shuttle 33', capacity: 33, hourly: [120, 150] },
  { vehicleId: 'shuttle-45', name: 'Shuttle 45', capacity: 45, hourly: [140, 175] },
];
