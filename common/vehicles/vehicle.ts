import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { MAX_PAPERS, paperSchema } from '../papers.ts';
import { findVehicle, VEHICLE_IDS, type VehicleId } from './catalogue.ts';
import { PAINTS } from './paints.ts';

/** The oldest model year in service (specification section 3). */
export const OLDEST_YEAR = 2018;

/** Papers of a vehicle. */
export const VEHICLE_PAPERS = ['registration', 'insurance', 'inspection', 'operating-permit'] as const;

/** Whether a vehicle is in service. */
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

const YEAR = `Vehicles must be ${OLDEST_YEAR} or newer.`;

/** The fields of a vehicle that staff maintain. */
export const VEHICLE_FIELDS = {
  /** Description for riders, without the plate: `Black Cadillac Escalade`. */
  label: text(80, 'Please enter what the vehicle is, such as Black Cadillac Escalade.'),
  /** Its kind. */
  rideType: z.enum(VEHICLE_IDS, 'Please choose a kind of vehicle.'),
  /** Other kinds that it may be used for. */
  alsoServes: z.array(z.enum(VEHICLE_IDS, 'Please choose a kind of vehicle.')),
  /** Number of passengers. */
  seats: z.int().check(z.minimum(1, 'Please enter how many it seats.'), z.maximum(100)),
  paint: z.enum(PAINTS, 'Please choose a color.'),
  /** Unique, such as `NV 218-QKD`. */
  plate: text(16, 'Please enter the plate.').check(z.toUpperCase()),
  year: z.int().check(z.minimum(OLDEST_YEAR, YEAR), z.maximum(2100, YEAR)),
  wheelchairLift: z.boolean(),
  /** Its drivers: none yet, the single driver who owns it, or several who share a company vehicle. */
  driverIds: z.array(idSchema).check(z.maxLength(200)),
  documents: z.array(paperSchema(VEHICLE_PAPERS)).check(z.maxLength(MAX_PAPERS)),
};

/** The staff's view of a vehicle of the fleet. `version` is incremented by every change. */
export const fleetVehicleSchema = z.object({
  id: idSchema,
  ...VEHICLE_FIELDS,
  state: vehicleStateSchema,
  version: z.int(),
});
export type FleetVehicle = z.infer<typeof fleetVehicleSchema>;

/** Returns the kinds that a vehicle may be used for, its own first. */
export const servedTypes = ({
  rideType,
  alsoServes,
}: Pick<FleetVehicle, 'rideType' | 'alsoServes'>): VehicleId[] => [...new Set([rideType, ...alsoServes])];

/**
 * Explains why a vehicle has too few seats for one of its kinds; null if it has enough. A booking promises
 * the seats stated in the catalogue.
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

/** Describes a vehicle for riders: `Black Cadillac Escalade, NV 218-QKD`. */
export const formatVehicle = ({ label, plate }: Pick<FleetVehicle, 'label' | 'plate'>): string =>
  `${label}, ${plate}`;

/** Splits such a description into vehicle and plate; the plate is null if absent. */
export function splitPlate(vehicle: string): { vehicle: string; plate: string | null } {
  const comma = vehicle.lastIndexOf(', ');
  if (comma < 0) return { vehicle, plate: null };
  return { vehicle: vehicle.slice(0, comma), plate: vehicle.slice(comma + 2) };
}

/**
 * Returns the color in which a ride's vehicle is drawn: the color in its description (see `formatVehicle`),
 * otherwise the preferred color. Null if neither names one.
 */
export function colorOf(vehicle: string | null | undefined, preferredColor: string | null): string | null {
  const words = vehicle
    ? splitPlate(vehicle)
        .vehicle.toLowerCase()
        .split(/[^a-z]+/)
    : [];
  return PAINTS.find((paint) => words.includes(paint)) ?? preferredColor;
}
