import { capitalize } from '../capitalize.ts';
import type { Cents } from '../money.ts';
import type { PAINTS } from './paints.ts';

/** A color in which a vehicle is available. */
export type Paint = (typeof PAINTS)[number];

/** The badge on a ride card (specification section 3, ride type). */
type RideTier = 'Standard' | 'Premium' | 'XL';

/**
 * A vehicle kind of the catalogue. Ranges are in whole dollars per hour; both bounds are ten dollars lower
 * point to point.
 */
export interface Vehicle {
  id: VehicleId;
  name: string;
  capacity: number;
  hourlyMin: number;
  hourlyMax: number;
  p2pMin: number;
  p2pMax: number;
  paints: readonly Paint[];
  tier: RideTier;
}

/** The sixteen vehicle ids, in display order. */
export const VEHICLE_IDS = [
  'lux-sedan',
  'ev-lux-sedan',
  'lux-suv',
  'ev-lux-suv',
  'limousine-10',
  'limousine-16',
  'limousine-18',
  'hummer-18',
  'limousine-24',
  'partybus-16',
  'partybus-20',
  'partybus-33',
  'partybus-45',
  'shuttle-16',
  'shuttle-33',
  'shuttle-45',
] as const;

export type VehicleId = (typeof VEHICLE_IDS)[number];

const P2P_DISCOUNT_DOLLARS = 10;
const BLACK_OR_WHITE = ['black', 'white'] as const;

interface Row {
  name: string;
  capacity: number;
  hourly: readonly [min: number, max: number];
  tier: RideTier;
  paints?: readonly Paint[];
}

const ROWS: Record<VehicleId, Row> = {
  'lux-sedan': { name: 'Lux Sedan', capacity: 3, hourly: [45, 65], tier: 'Standard' },
  'ev-lux-sedan': { name: 'EV Lux Sedan', capacity: 3, hourly: [55, 75], tier: 'Standard' },
  'lux-suv': { name: 'Lux SUV', capacity: 6, hourly: [85, 105], tier: 'Premium' },
  'ev-lux-suv': { name: 'EV Lux SUV', capacity: 6, hourly: [95, 115], tier: 'Premium' },
  'limousine-10': { name: 'Limousine 10', capacity: 10, hourly: [110, 130], tier: 'Premium' },
  'limousine-16': { name: 'Limousine 16', capacity: 16, hourly: [125, 145], tier: 'Premium' },
  'limousine-18': { name: 'Limousine 18', capacity: 18, hourly: [135, 155], tier: 'Premium' },
  'hummer-18': {
    name: 'Hummer 18',
    capacity: 18,
    hourly: [135, 155],
    tier: 'Premium',
    paints: ['pink', 'black', 'white', 'green'],
  },
  'limousine-24': { name: 'Limousine 24', capacity: 24, hourly: [150, 170], tier: 'Premium' },
  'partybus-16': {
    name: 'Party Bus 16',
    capacity: 16,
    hourly: [125, 145],
    tier: 'XL',
    paints: ['black', 'white', 'pink'],
  },
  'partybus-20': { name: 'Party Bus 20', capacity: 20, hourly: [150, 170], tier: 'XL' },
  'partybus-33': { name: 'Party Bus 33', capacity: 33, hourly: [185, 205], tier: 'XL' },
  'partybus-45': { name: 'Party Bus 45', capacity: 45, hourly: [225, 245], tier: 'XL' },
  'shuttle-16': { name: 'Shuttle 16', capacity: 16, hourly: [150, 170], tier: 'XL' },
  'shuttle-33': { name: 'Shuttle 33', capacity: 33, hourly: [185, 205], tier: 'XL' },
  'shuttle-45': { name: 'Shuttle 45', capacity: 45, hourly: [225, 245], tier: 'XL' },
};

const vehicle = (id: VehicleId): Vehicle => {
  const { hourly, paints = BLACK_OR_WHITE, ...row } = ROWS[id];
  const [hourlyMin, hourlyMax] = hourly;
  return {
    ...row,
    id,
    paints,
    hourlyMin,
    hourlyMax,
    p2pMin: hourlyMin - P2P_DISCOUNT_DOLLARS,
    p2pMax: hourlyMax - P2P_DISCOUNT_DOLLARS,
  };
};

/** The catalogue of vehicle kinds (specification section 3, the booking form's table). */
export const VEHICLES: readonly Vehicle[] = VEHICLE_IDS.map(vehicle);

const BY_ID = new Map<string, Vehicle>(VEHICLES.map((each) => [each.id, each]));

/** Returns the vehicle with this id, if it exists. */
export const findVehicle = (id: string): Vehicle | undefined => BY_ID.get(id);

/** Whether a text is one of the sixteen vehicle ids. */
export const isVehicleId = (id: string): id is VehicleId => BY_ID.has(id);

/** Returns a color that a kind of vehicle is available in: the wanted one, or its first. */
export function paintOf(rideType: string, wanted: Paint): Paint {
  const paints = findVehicle(rideType)?.paints ?? [];
  return paints.includes(wanted) ? wanted : (paints[0] ?? wanted);
}

/** Returns the midpoint of a range of dollars, in cents: the rate a fare is calculated with. */
export const midpointCents = (min: number, max: number): Cents => ((min + max) / 2) * 100;

const LITERAL_TIERS = new Map<string, RideTier>([
  ['standard', 'Standard'],
  ['premium', 'Premium'],
  ['xl', 'XL'],
]);

/**
 * Returns the badge of a vehicle id, or of `standard`, `premium`, `xl`. Other texts are returned unchanged.
 */
export const tierLabel = (rideType: string): string =>
  findVehicle(rideType)?.tier ?? LITERAL_TIERS.get(rideType) ?? rideType;

/** Returns the vehicle's name for a ride type, or its tier if it is not a vehicle id. */
export const vehicleName = (rideType: string): string => findVehicle(rideType)?.name ?? tierLabel(rideType);

/** Lists colors: `Black or White`; `Pink, Black, White, Green` if there are more than two. */
export function paintList(paints: readonly Paint[]): string {
  const names = paints.map(capitalize);
  return names.length === 2 ? names.join(' or ') : names.join(', ');
}
