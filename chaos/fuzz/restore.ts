import { addDays, dateInVegas } from '#common/time.ts';
import type { Call } from './caller.ts';
import { bodyOf, type People, type Person } from './people.ts';

/** Undoes changes that would block the further work of a lane. The last of its drivers stays suspended. */
export interface Restorer {
  /**
   * Puts the drivers back on duty, ends their upcoming rides, and restores their documents,
   * hours and vehicles.
   */
  restorePeople(): Promise<void>;
  /** Ends these rides, because a driver may have only a limited number of upcoming rides. */
  endRides(rideIds: Iterable<string>): Promise<void>;
  /** Turns off the capacity limit, which restricts bookings to the available vehicles. */
  liftCapacity(): Promise<void>;
}

/** The state of a driver or a vehicle before any step. */
interface Original {
  key: 'driver' | 'vehicle';
  params: Record<string, string | null>;
  fields: object;
  version: number;
}

const READ = { driver: 'GET /api/ops/drivers/{driverId}', vehicle: 'GET /api/ops/vehicles/{vehicleId}' };
const EDIT = { driver: 'PATCH /api/ops/drivers/{driverId}', vehicle: 'PATCH /api/ops/vehicles/{vehicleId}' };

/** Returns the documents with an expiry date far in the future. */
const validPapers = (papers: object[]): object[] =>
  papers.map((paper) => ({ ...paper, expiresOn: addDays(dateInVegas(new Date()), 2_000) }));

/** Records the state of a lane's people, which `restorePeople` restores. */
export async function createRestorer({ admin, drivers }: People, call: Call): Promise<Restorer> {
  const originals: Original[] = [];

  for (const { id } of drivers) {
    const params = { driverId: id };
    const { driver } = bodyOf(await call(admin, READ.driver, { params }));
    const { documents, weeklyHours, version } = driver;
    const fields = { documents: validPapers(documents), weeklyHours };
    originals.push({ key: 'driver', params, fields, version });
  }
  const { vehicles = [] } = bodyOf(await call(admin, 'GET /api/ops/vehicles', { query: { limit: '100' } }));
  const ids = new Set(drivers.map(({ id }) => id));
  for (const { id, version, state: _state, ...fields } of vehicles) {
    if (!fields.driverIds.some((driverId: string) => ids.has(driverId))) continue;
    const documents = validPapers(fields.documents);
    originals.push({ key: 'vehicle', params: { vehicleId: id }, fields: { ...fields, documents }, version });
  }

  async function bringBack(one: Original): Promise<void> {
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
      for (const one of originals) await bringBack(one);
    },
    async endRides(rideIds) {
      for (const rideId of rideIds) await endRide(rideId);
    },
    async liftCapacity() {
      await call(admin, 'PUT /api/ops/capacity', { body: { isEnforced: false } });
    },
  };
}
