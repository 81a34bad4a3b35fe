import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { MAX_PAPERS, paperSchema } from '../papers.ts';
import { findVehicle, VEHICLE_IDS, type VehicleId } from './catalogue.ts';

/** The oldest model year on the road (specification section 3). */
export const OLDEST_YEAR = 2018;

/** Papers of a vehicle. */
export const VEHICLE_PAPERS = ['registration', 'insurance', 'inspection', 'operating-permit'] as const;

/** What vehicles are painted in. */
const PAINTS = ['black', 'white', 'pink', 'green'] as const;

/** Whether a vehicle is on the road. */
export const vehicleStateSchema = z.enum(['active', 'out-of-service']);
export type VehicleState = z.infer<typeof vehicleStateSchema>;

const text = (max: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, `Please keep this to ${max} characters.`),
    );

const YEAR = `Vehicles are of ${OLDEST_YEAR} or newer.`;

/** What staff say of a vehicle. */
export const VEHICLE_FIELDS = {
  /** As its riders read it, without the plate: `Black Cadillac Escalade`. */
  label: text(80, 'Please enter what the vehicle is, such as Black Cadillac Escalade.'),
  /** The kind it is. */
  rideType: z.enum(VEHICLE_IDS, 'Please choose a kind of vehicle.'),
  /** Further kinds that it may be sent for. */
  alsoServes: z.array(z.enum(VEHICLE_IDS, 'Please choose a kind of vehicle.')),
  /** Passengers it carries. */
  seats: z.int().check(z.minimum(1, 'Please enter how many it seats.'), z.maximum(100)),
  paint: z.enum(PAINTS, 'Please choose a color.'),
  /** Unique, such as `NV 218-QKD`. */
  plate: text(16, 'Please enter the plate.').check(z.toUpperCase()),
  year: z.int().check(z.minimum(OLDEST_YEAR, YEAR), z.maximum(2100, YEAR)),
  wheelchairLift: z.boolean(),
  /** Who drives it: nobody yet, one driver whose own it is, or several of the company's. */
  driverIds: z.array(idSchema).check(z.maxLength(200)),
  documents: z.array(paperSchema(VEHICLE_PAPERS)).check(z.maxLength(MAX_PAPERS)),
};

/** A vehicle of the fleet, as staff see it. `version` rises with every change. */
export const fleetVehicleSchema = z.object({
  id: idSchema,
  ...VEHICLE_FIELDS,
  state: vehicleStateSchema,
  version: z.int(),
});
export type FleetVehicle = z.infer<typeof fleetVehicleSchema>;

/** The kinds a vehicle may be sent for, its own first. */
export const servedTypes = ({
  rideType,
  alsoServes,
}: Pick<FleetVehicle, 'rideType' | 'alsoServes'>): VehicleId[] => [...new Set([rideType, ...alsoServes])];

/**
 * Why a vehicle may not serve a kind; null when it may serve all of its own. A booking promises as many seats
 * as the catalogue says, so whatever serves a kind has them.
 */
export function seatsProblem(
  vehicle: Pick<FleetVehicle, 'rideType' | 'alsoServes' | 'seats'>,
): { path: 'seats' | 'alsoServes'; message: string } | null {
  for (const type of servedTypes(vehicle)) {
    const kind = findVehicle(type);
    if (!kind || vehicle.seats >= kind.capacity) continue;
    return {
      path: type === vehicle.rideType ? 'seats' : 'alsoServes',
      message: `The ${kind.name} seats ${kind.capacity}; this vehicle seats ${vehicle.seats}.`,
    };
  }
  return null;
}

/** A vehicle as a rider recognises it: `Black Cadillac Escalade, NV 218-QKD`. */
export const vehicleInWords = ({ label, plate }: Pick<FleetVehicle, 'label' | 'plate'>): string =>
  `${label}, ${plate}`;

/** The same in its two parts; no plate where a vehicle was told without one. */
export function splitPlate(vehicle: string): { vehicle: string; plate: string | null } {
  const comma = vehicle.lastIndexOf(', ');
  if (comma < 0) return { vehicle, plate: null };
  return { vehicle: vehicle.slice(0, comma), plate: vehicle.slice(comma + 2) };
}

/**
 * The color that a ride's vehicle is drawn in: its own once it has one, told as `vehicleInWords` says it, else the one asked for. Null where
 * neither names any.
 */
export function colorOf(vehicle: string | null | undefined, preferredColor: string | null): string | null {
  const words = vehicle
    ? splitPlate(vehicle)
        .vehicle.toLowerCase()
        .split(/[^a-z]+/)
    : [];
  return PAINTS.find((paint) => words.includes(paint)) ?? preferredColor;
}
