import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { assignRide, unassignRide } from './assign-ride.ts';
import { undoDispatch } from './undo-dispatch.ts';

setUpTestDatabase();

const DANA: AuditActor = { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null };

const act = fc.record({
  name: fc.constantFrom(...(['accept', 'accept', 'accept', 'assign', 'assign', 'unassign', 'undo'] as const)),
  ride: fc.nat(4),
  driver: fc.nat(3),
});
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

/** Acts of one round run concurrently; rounds run one after the other. */
const rounds = fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 6 });

/** Five simultaneous rides, and four drivers who share two vehicles. */
async function build() {
  const drivers = await Promise.all(Array.from({ length: 4 }, () => buildDriver({ vehicle: null })));
  const driverIds = drivers.map(({ id }) => id);
  await buildVehicle({ driverIds });
  await buildVehicle({ driverIds: driverIds.slice(1) });
  const rides = await Promise.all(Array.from({ length: 5 }, () => buildRide()));
  return { driverIds, rideIds: rides.map(({ id }) => id) };
}

type Built = Awaited<ReturnType<typeof build>>;

async function perform({ driverIds, rideIds }: Built, { name, ride, driver }: Act): Promise<unknown> {
  const [rideId = '', driverId = ''] = [rideIds[ride], driverIds[driver]];
  if (name === 'accept') return acceptRide(rideId, driverId);
  const { version } = await findRide(rideId);
  if (name === 'assign') return assignRide(rideId, { version, driverId }, DANA);
  if (name === 'undo') return undoDispatch(rideId, version, DANA);
  return unassignRide(rideId, { version, reason: 'Flat tire' }, DANA);
}

test('concurrent accepts, assigns, unassigns and undos never give two drivers one vehicle at the same time', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (acts) => {
      const built = await build();
      for (const round of acts) {
        const outcomes = await Promise.allSettled(round.map((each) => perform(built, each)));
        const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
        expect(failures.filter((reason) => !(reason instanceof AppError))).toEqual([]);

        const taken = await RideModel.find({ _id: { $in: built.rideIds }, status: 'accepted' }).lean();
        const vehicleIds = taken.map(({ vehicleId }) => vehicleId);
        expect(new Set(vehicleIds).size).toBe(vehicleIds.length);
      }
      const isClaimed = { 'claims.0': { $exists: true } };
      expect(await DriverModel.countDocuments(isClaimed)).toBe(0);
      expect(await VehicleModel.countDocuments(isClaimed)).toBe(0);
    }),
    { numRuns: 30 },
  );
});
