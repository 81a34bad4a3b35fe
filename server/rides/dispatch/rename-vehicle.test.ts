import { expect, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { type FleetVehicle, formatVehicle } from '#common/vehicles/vehicle.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { editVehicle } from '../../vehicles/edit-vehicle.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { findVehicleById } from '../../vehicles/vehicle-queries.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { assignRide } from './assign-ride.ts';
import { renameVehicleInRides } from './rename-vehicle.ts';
import { undoDispatch } from './undo-dispatch.ts';

setUpTestDatabase();

const DANA: AuditActor = { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null };

const label = async ({ id }: FleetVehicle, name: string): Promise<FleetVehicle> => {
  const { version } = await findVehicleById(id);
  return (await editVehicle(id, { version, label: name }, DANA.name)).vehicle;
};

/** Renames a vehicle completely: in the fleet and in the rides that have it. */
const rename = async (vehicle: FleetVehicle, name: string) =>
  renameVehicleInRides(await label(vehicle, name), DANA);

/** Acts just before each of the next writes to a ride, in order. */
function beforeWrites(...acts: (() => Promise<unknown>)[]): void {
  const write = RideModel.findOneAndUpdate.bind(RideModel);
  const writes = vi.spyOn(RideModel, 'findOneAndUpdate');
  for (const act of acts) {
    writes.mockImplementationOnce(((...args: Parameters<typeof write>) => ({
      lean: async () => {
        await act();
        return write(...args).lean();
      },
    })) as unknown as typeof write);
  }
}

async function build() {
  const driver = await buildDriver({ vehicle: null });
  const vehicle = await buildVehicle({ driverIds: [driver.id] });
  return { driverId: driver.id, vehicle, ride: await buildRide() };
}

const nameIn = ({ driver }: RideRecord) => driver?.vehicle;

test.each([
  ['accepts', (ride: RideRecord, driverId: string) => acceptRide(ride.id, driverId)],
  [
    'is assigned',
    (ride: RideRecord, driverId: string) => assignRide(ride.id, { version: ride.version, driverId }, DANA),
  ],
] as const)(
  'a ride that a driver %s while the vehicle is renamed has its present name',
  async (_what, take) => {
    const { driverId, vehicle, ride } = await build();
    beforeWrites(() => rename(vehicle, 'Gray Lucid Air'));

    const taken = await take(ride, driverId);

    expect(nameIn(taken)).toBe(`Gray Lucid Air, ${vehicle.plate}`);
    expect(await findRide(ride.id)).toMatchObject({ driverId, driver: taken.driver, version: taken.version });
  },
);

test('a ride has the present name of its vehicle even if that changes again while it is corrected', async () => {
  const { driverId, vehicle, ride } = await build();
  beforeWrites(
    () => rename(vehicle, 'Gray Lucid Air'),
    () => rename(vehicle, 'White Lucid Air'),
  );

  const taken = await acceptRide(ride.id, driverId);

  expect(nameIn(taken)).toBe(`White Lucid Air, ${vehicle.plate}`);
  expect(nameIn(await findRide(ride.id))).toBe(nameIn(taken));
});

test('of two changes of a vehicle’s name the last one stays, whichever reaches its rides first', async () => {
  const { driverId, vehicle, ride } = await build();
  await acceptRide(ride.id, driverId);
  const older = await label(vehicle, 'Gray Lucid Air');
  await rename(vehicle, 'White Lucid Air');

  await renameVehicleInRides(older, DANA);

  const { driver, history } = await findRide(ride.id);
  expect(driver?.vehicle).toBe(`White Lucid Air, ${vehicle.plate}`);
  expect(history.filter(({ change }) => change === 'noted')).toHaveLength(1);
});

test('an accept writes nothing more if the vehicle keeps its name', async () => {
  const { driverId, vehicle, ride } = await build();

  const taken = await acceptRide(ride.id, driverId);

  expect(nameIn(taken)).toBe(formatVehicle(vehicle));
  expect((await findRide(ride.id)).version).toBe(ride.version + 1);
});

test('an assignment can be undone although the name of its vehicle was corrected meanwhile', async () => {
  const { driverId, vehicle, ride } = await build();
  beforeWrites(() => rename(vehicle, 'Gray Lucid Air'));
  const assigned = await assignRide(ride.id, { version: ride.version, driverId }, DANA);
  expect(assigned.history.at(-1)?.change).toBe('noted');

  expect(await undoDispatch(ride.id, assigned.version, DANA)).toMatchObject({ status: 'requested' });
});

test('a repeated accept corrects the name of a vehicle that the first could not correct', async () => {
  const { driverId, vehicle, ride } = await build();
  beforeWrites(async () => {
    await label(vehicle, 'Gray Lucid Air');
    vi.spyOn(VehicleModel, 'findById').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
  });
  await expect(acceptRide(ride.id, driverId)).rejects.toThrow('away');

  expect(nameIn(await acceptRide(ride.id, driverId))).toBe(`Gray Lucid Air, ${vehicle.plate}`);
});
