import { addDays, dateInVegas } from '#common/time.ts';
import type { Call } from './caller.ts';
import { bodyOf, type People, type Person } from './people.ts';

/** Undoes what would end the work of a lane. The last of its drivers is suspended. */
export interface Restorer {
  /** Drivers are on duty again, with no rides ahead, valid papers and their vehicles on the road. */
  restorePeople(): Promise<void>;
  /** These rides are over: a driver may have only so many ahead. */
  endRides(rideIds: Iterable<string>): Promise<void>;
  /** Bookings are not limited by the vehicles on the road. */
  liftCapacity(): Promise<void>;
}

/** What a driver or a vehicle is like before any step. */
interface Kept {
  key: 'driver' | 'vehicle';
  params: Record<string, string | null>;
  fields: object;
  version: number;
}

const READ = { driver: 'GET /api/ops/drivers/{driverId}', vehicle: 'GET /api/ops/vehicles/{vehicleId}' };
const EDIT = { driver: 'PATCH /api/ops/drivers/{driverId}', vehicle: 'PATCH /api/ops/vehicles/{vehicleId}' };

/** @param expiresOn papers are valid until then */
const validPapers = (papers: object[]): object[] =>
  papers.map((paper) => ({ ...paper, expiresOn: addDays(dateInVegas(new Date()), 2_000) }));

/** Remembers how the people of a lane are, for `restorePeople` to bring them back to it. */
export async function createRestorer({ admin, drivers }: People, call: Call): Promise<Restorer> {
  const kept: Kept[] = [];

  for (const { id } of drivers) {
    const params = { driverId: id };
    const { driver } = bodyOf(await call(admin, READ.driver, { params }));
    const { documents, weeklyHours, version } = driver;
    const fields = { documents: validPapers(documents), weeklyHours };
    kept.push({ key: 'driver', params, fields, version });
  }
  const { vehicles = [] } = bodyOf(await call(admin, 'GET /api/ops/vehicles', { query: { limit: '100' } }));
  const ids = new Set(drivers.map(({ id }) => id));
  for (const { id, version, state: _state, ...fields } of vehicles) {
    if (!fields.driverIds.some((driverId: string) => ids.has(driverId))) continue;
    const documents = validPapers(fields.documents);
    kept.push({ key: 'vehicle', params: { vehicleId: id }, fields: { ...fields, documents }, version });
  }

  async function bringBack(one: Kept): Promise<void> {
    const { key, params } = one;
    const read = async () => bodyOf(await call(admin, READ[key], { params }))[key];
    let found = await read();
    if (!found || found.version === one.version) return;
    if (key === 'vehicle' && found.state !== 'active') {
      await call(admin, 'PUT /api/ops/vehicles/{vehicleId}/state', { params, body: { state: 'active' } });
      found = (await read()) ?? found;
    }
    const { version } = found;
    const edited = await call(admin, EDIT[key], { params, body: { ...one.fields, version } });
    one.version = bodyOf(edited)[key]?.version ?? version;
  }

  async function endRide(rideId: string): Promise<void> {
    const params = { rideId };
    const ride = bodyOf(await call(admin, 'GET /api/ops/rides/{rideId}', { params }));
    if (ride.status === 'in_progress') {
      const driver = drivers.find(({ id }) => id === ride.driverId);
      if (!driver) return;
      const quote = bodyOf(await call(driver, 'GET /api/rides/{rideId}/completion', { params }));
      const actualFare = `$${((quote.fareCents ?? 0) / 100).toFixed(2)}`;
      await call(driver, 'PATCH /api/rides/{rideId}/complete', { params, body: { actualFare } });
    } else if (ride.status === 'accepted' || (ride.status === 'requested' && ride.paymentStatus === 'paid')) {
      const query = { by: 'operations' };
      const name = 'GET /api/ops/rides/{rideId}/cancellation';
      const quote = bodyOf(await call(admin, name, { params, query }));
      const { feeCents, toCardCents, toGiftCardCents } = quote;
      const body = {
        ...{ version: ride.version, by: 'operations', reason: 'No longer needed' },
        expected: { feeCents, toCardCents, toGiftCardCents },
      };
      await call(admin, 'POST /api/ops/rides/{rideId}/cancel', { params, body });
    }
  }

  async function restoreDriver(driver: Person, isLast: boolean): Promise<void> {
    const params = { driverId: driver.id };
    const { state } = bodyOf(await call(admin, READ.driver, { params })).driver ?? {};
    if (isLast && state === 'active') {
      await call(admin, 'POST /api/ops/drivers/{driverId}/suspend', {
        params,
        body: { reason: 'Complaints' },
      });
    }
    if (isLast) return;
    if (state !== 'active') await call(admin, 'POST /api/ops/drivers/{driverId}/reinstate', { params });
    await call(driver, 'PUT /api/duty', { body: { isOnDuty: true } });
    const rides = (await call(admin, 'GET /api/ops/drivers/{driverId}/rides', { params })).body;
    if (Array.isArray(rides)) for (const { id } of rides) await endRide(id);
  }

  return {
    async restorePeople() {
      for (const [index, driver] of drivers.entries()) {
        await restoreDriver(driver, index === drivers.length - 1);
      }
      for (const one of kept) await bringBack(one);
    },
    async endRides(rideIds) {
      for (const rideId of rideIds) await endRide(rideId);
    },
    async liftCapacity() {
      await call(admin, 'PUT /api/ops/capacity', { body: { isEnforced: false } });
    },
  };
}
