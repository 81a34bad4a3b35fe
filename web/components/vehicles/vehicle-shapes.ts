import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { coach } from './bodies/coach.ts';
import { cutawayBus } from './bodies/cutaway-bus.ts';
import { hummer } from './bodies/hummer.ts';
import { limousine } from './bodies/limousine.ts';
import { electricSedan, sedan } from './bodies/sedan.ts';
import { shuttleVan } from './bodies/shuttle-van.ts';
import { electricSuv, suv } from './bodies/suv.ts';
import { truckBus } from './bodies/truck-bus.ts';
import type { VehicleShape } from './vehicle-shape.ts';

/** The body of every vehicle of the catalogue, in centimetres. */
export const vehicleShapes: Readonly<Record<VehicleId, VehicleShape>> = {
  'lux-sedan': sedan,
  'ev-lux-sedan': electricSedan,
  'lux-suv': suv,
  'ev-lux-suv': electricSuv,
  'limousine-10': limousine(850),
  'limousine-16': limousine(1020),
  'limousine-18': limousine(1100),
  'limousine-24': limousine(1250, { hasSecondRearAxle: true }),
  'hummer-18': hummer,
  'partybus-16': cutawayBus({ length: 730, height: 290, wheelbase: 400 }),
  'partybus-20': cutawayBus({ length: 850, height: 300, wheelbase: 470 }),
  'partybus-33': truckBus({ length: 1100, height: 330 }),
  'partybus-45': coach({ length: 1370, height: 350, belt: 172, size: 'full', use: 'party' }),
  'shuttle-16': shuttleVan,
  'shuttle-33': coach({ length: 1040, height: 320, belt: 148, size: 'midi', use: 'shuttle' }),
  'shuttle-45': coach({ length: 1370, height: 360, belt: 182, size: 'full', use: 'shuttle' }),
};
