import type { ErrorCode } from '#common/errors.ts';
import { formatDate } from '#common/format-date-time.ts';
import { expiredPaper, type Paper, paperName } from '#common/papers.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { type FleetVehicle, formatVehicle, servedTypes } from '#common/vehicles/vehicle.ts';
import { dutyRefusal, stateReason, stateRefusal } from '../../drivers/driver-refusals.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';

/** The fields of a ride that decide who may drive it. */
export type RideToFit = Pick<RideRecord, 'rideType' | 'passengers' | 'scheduledDate' | 'preferredColor'>;

/** The vehicles that a driver can use for a ride, best fitting first. */
export type FittingVehicles = readonly [FleetVehicle, ...FleetVehicle[]];

/** The fitting vehicles, or why the driver may not take the ride, as code and message for the driver. */
type Fit = { vehicles: FittingVehicles } | { code: ErrorCode; message: string };

/** As `Fit`, with the message for staff in `reason`. */
type VehicleFit = { vehicles: FittingVehicles } | { code: ErrorCode; message: string; reason: string };

/**
 * Whether a driver may accept a ride: on duty, and `vehiclesFor` allows it. The list of offers follows the
 * same rule, by `servedKinds` of `drivers/served-kinds.ts`.
 */
export const fitFor = (driver: DriverWithVehicles | null, ride: RideToFit, vehicleId?: string | null): Fit =>
  dutyRefusal(driver) ?? vehiclesFor(driver, ride, vehicleId);

/**
 * Whether a driver can drive a ride, on duty or not. The driver must be approved and have an active vehicle
 * that serves the ride's kind and has enough seats. Papers of driver and vehicle must be valid on the day of
 * the pickup; missing papers are not required.
 *
 * @param vehicleId limits the check to this vehicle. By default all vehicles are checked; preferred are the
 * ride's own kind, then the preferred color, then fewer seats
 */
export function vehiclesFor(
  driver: DriverWithVehicles | null,
  ride: RideToFit,
  vehicleId?: string | null,
): VehicleFit {
  const refusal = stateRefusal(driver);
  if (refusal) return { code: refusal.code, message: refusal.message, reason: stateReason(driver) };
  const { documents = [], vehicles = [] } = driver ?? {};
  const own = expiredPaper(documents, ride.scheduledDate);
  if (own) return expiry(own, { message: 'Your', reason: 'Their' });

  const named = vehicles.filter(({ id }) => !vehicleId || id === vehicleId);
  const fitting = named.filter((vehicle) => serves(vehicle, ride));
  const valid = fitting.filter((vehicle) => !expiredPaper(vehicle.documents, ride.scheduledDate));
  const [best, ...others] = valid.toSorted((one, other) => rank(one, ride) - rank(other, ride));
  if (best) return { vehicles: [best, ...others] };

  const [expired] = fitting;
  const paper = expired && expiredPaper(expired.documents, ride.scheduledDate);
  if (paper) {
    const its = `${formatVehicle(expired)}: its`;
    return expiry(paper, { message: its, reason: its });
  }
  const isNamed = Boolean(vehicleId);
  return {
    code: 'DOES_NOT_FIT',
    message: formatMisfit(named, ride, { isNamed, who: 'You', whose: 'your' }),
    reason: formatMisfit(named, ride, { isNamed, who: 'They', whose: 'their' }),
  };
}

const servesKind = (vehicle: FleetVehicle, { rideType }: RideToFit): boolean =>
  vehicle.state === 'active' && servedTypes(vehicle).some((type) => type === rideType);

const serves = (vehicle: FleetVehicle, ride: RideToFit): boolean =>
  servesKind(vehicle, ride) && vehicle.seats >= (ride.passengers ?? 1);

/** Lower is better. Assumes that a vehicle has fewer than a thousand seats. */
const rank = (vehicle: FleetVehicle, { rideType, preferredColor }: RideToFit): number =>
  (vehicle.rideType === rideType ? 0 : 2_000) +
  (preferredColor === null || vehicle.paint === preferredColor ? 0 : 1_000) +
  vehicle.seats;

function expiry({ kind, expiresOn }: Paper, whose: { message: string; reason: string }): VehicleFit {
  const lastDay = formatDate(expiresOn, databaseClock.now());
  const ends = `${paperName(kind)} is valid until ${lastDay}, before this ride.`;
  return {
    code: 'DOCUMENT_EXPIRED',
    message: `${whose.message} ${ends} Please renew it first.`,
    reason: `${whose.reason} ${ends}`,
  };
}

interface Naming {
  isNamed: boolean;
  who: string;
  whose: string;
}

function formatMisfit(
  vehicles: readonly FleetVehicle[],
  ride: RideToFit,
  { isNamed, who, whose }: Naming,
): string {
  const [first] = vehicles;
  const kind = vehicleName(ride.rideType);
  const isKindServed = vehicles.some((vehicle) => servesKind(vehicle, ride));
  if (isNamed && !first) return `${who} do not drive that vehicle.`;
  if (isNamed && first) {
    const name = formatVehicle(first);
    if (first.state === 'out-of-service') return `${name} is out of service.`;
    if (isKindServed) return `${name} has ${first.seats} seats, too few for ${ride.passengers} passengers.`;
    return `${name} does not serve ${kind} rides.`;
  }
  if (!isKindServed) return `None of ${whose} vehicles on the road serves ${kind} rides.`;
  return `None of ${whose} vehicles on the road that serve ${kind} rides has seats for ${ride.passengers} passengers.`;
}
