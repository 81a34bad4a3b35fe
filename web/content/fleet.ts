import type { VehicleId } from '#common/vehicles/catalogue.ts';

/** The copy of a fleet card, besides its figures. */
interface FleetCopy {
  /** The typical time until pickup, in minutes: 15 to 40. */
  pickupMinutes: number;
  features: readonly string[];
}

/** The fleet section's copy for each vehicle. */
export const FLEET_COPY: Readonly<Record<VehicleId, FleetCopy>> = {
  'lux-sedan': { pickupMinutes: 15, features: ['Leather rear cabin', 'Bottled water', 'Phone chargers'] },
  'ev-lux-sedan': {
    pickupMinutes: 15,
    features: ['Electric and near silent', 'Leather rear cabin', 'Phone chargers'],
  },
  'lux-suv': { pickupMinutes: 15, features: ['Three rows of leather', 'Luggage for six', 'Bottled water'] },
  'ev-lux-suv': {
    pickupMinutes: 20,
    features: ['Electric and near silent', 'Three rows of leather', 'Luggage for six'],
  },
  'limousine-10': {
    pickupMinutes: 20,
    features: ['Lounge seating', 'Privacy partition', 'Bar with glassware'],
  },
  'limousine-16': {
    pickupMinutes: 25,
    features: ['Lounge seating', 'Privacy partition', 'Two bars with glassware'],
  },
  'limousine-18': {
    pickupMinutes: 25,
    features: ['Lounge seating', 'Starlight ceiling', 'Two bars with glassware'],
  },
  'hummer-18': {
    pickupMinutes: 30,
    features: ['Wraparound seating', 'Sound system', 'Cooler and glassware'],
  },
  'limousine-24': {
    pickupMinutes: 30,
    features: ['Our longest lounge', 'Starlight ceiling', 'Three bars with glassware'],
  },
  'partybus-16': {
    pickupMinutes: 25,
    features: ['Wraparound seating', 'Light line, sound system', 'Cooler'],
  },
  'partybus-20': {
    pickupMinutes: 30,
    features: ['Wraparound seating', 'Light line, dance floor', 'Two coolers'],
  },
  'partybus-33': {
    pickupMinutes: 40,
    features: ['Standing room', 'Light line, dance floor', 'Two coolers'],
  },
  'partybus-45': {
    pickupMinutes: 40,
    features: ['Standing room', 'Light line, dance floor', 'Restroom on board'],
  },
  'shuttle-16': {
    pickupMinutes: 25,
    features: ['Forward-facing seats', 'Luggage for sixteen', 'Phone chargers'],
  },
  'shuttle-33': { pickupMinutes: 35, features: ['Reclining seats', 'Luggage bays', 'Phone chargers'] },
  'shuttle-45': { pickupMinutes: 40, features: ['Reclining seats', 'Luggage bays', 'Restroom on board'] },
};
