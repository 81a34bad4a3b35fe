import type { VehicleId } from '#common/vehicles/catalogue.ts';

/** Outer dimensions of a vehicle in metres. A roof unit may extend 0.12 m above the height. */
interface VehicleMeasures {
  readonly length: number;
  readonly height: number;
}

/** The dimensions of the real bodies. Every drawing follows them, so that drawings share a scale. */
export const vehicleMeasures: Readonly<Record<VehicleId, VehicleMeasures>> = {
  'lux-sedan': { length: 5.2, height: 1.5 },
  'ev-lux-sedan': { length: 5.2, height: 1.5 },
  'lux-suv': { length: 5.7, height: 1.94 },
  'ev-lux-suv': { length: 5.7, height: 1.94 },
  'limousine-10': { length: 8.5, height: 1.5 },
  'limousine-16': { length: 10.2, height: 1.5 },
  'limousine-18': { length: 11, height: 1.5 },
  'limousine-24': { length: 12.5, height: 1.5 },
  'hummer-18': { length: 11, height: 2.05 },
  'partybus-16': { length: 7.3, height: 2.9 },
  'partybus-20': { length: 8.5, height: 3 },
  'partybus-33': { length: 11, height: 3.3 },
  'partybus-45': { length: 13.7, height: 3.5 },
  'shuttle-16': { length: 7, height: 2.8 },
  'shuttle-33': { length: 10.4, height: 3.2 },
  'shuttle-45': { length: 13.7, height: 3.6 },
};

/** The metres that a standing figure behind the rear adds to a drawing's width. */
export const FIGURE_SPACE = 0.8;

/** The height of that figure in metres, which is the minimum height of a drawing with a figure. */
export const FIGURE_HEIGHT = 1.75;
