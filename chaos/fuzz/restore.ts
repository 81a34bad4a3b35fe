import { addDays, dateInVegas } from '#common/time.ts';
import type { Answer, People, Person } from './people.ts';

/** Undoes what would end the work of a lane. The last of its drivers is suspended. */
export interface Restorer {
  /** Drivers are on duty again, with valid papers and their vehicles on the road. */
  restorePeople(): Promise<void>;
  /** These rides are over, and those of the drivers, who may have only so many ahead. */
  endRides(rideIds: Iterable<string>): Promise<void>;
  /** Bookings are not limited by the vehicles on the road. */
  liftCapacity(): Promise<void>;
}

/** What a driver or a vehicle is like before any step. */
interface Kept {
  path: string;
  key: 'driver' | 'vehicle';
  fields: object;
  version: number;
}

const bodyOf = ({ body }: Answer) => Object(body);

/** @param expiresOn papers are valid until then */
const validPapers = (papers: object[]): object[] =>
  papers.map((paper) => ({ ...paper, expiresOn: addDays(dateInVegas(new Date()), 2_000) }));

/** Remembers how the people of a lane are, for `restorePeople` to bring them back to it. */
export async function createRestorer({ admin, drivers }: People): Promise<Restorer> {
  const call = (method: string, path: string, body?: object, person: Person = admin) =>
    person.send({ method, path, ...(body && { body: JSON.stringify(body) }) });
  const kept: Kept[] = [];

  for (const { id } of drivers) {
    const path = `/api/ops/drivers/${id}`;
    const { driver } = bodyOf(await call('GET', path));
    const { documents, weeklyHours, version } = driver;
    kept.push({ path, key: 'driver', fields: { documents: validPapers(documents), weeklyHours }, version });
  }
  const { vehicles = [] } = bodyOf(await call('GET', '/api/ops/vehicles?limit=100'));
  const ids = new Set(drivers.map(({ id }) => id));
  for (const { id, version, state: _state, ...fields } of vehicles) {
    if (!fields.driverIds.some((driverId: string) => ids.has(driverId))) continue;
    const documents = validPapers(fields.documents);
    kept.push({ path: `/api/ops/vehicles/${id}`, key: 'vehicle', fields: { ...fields, documents }, version });
  }

  async function bringBack(one: Kept): Promise<void> {
    const found = bodyOf(await call('GET', one.path))[one.key];
    if (!found || found.version === one.version) return;
    if (one.key === 'vehicle' && found.state !== 'active') {
      await call('PUT', `${one.path}/state`, { state: 'active' });
    }
    const { version = found.version } = bodyOf(await call('GET', one.path))[one.key] ?? {};
    const edited = await call('PATCH', one.path, { ...one.fields, version });
    one.version = bodyOf(edited)[one.key]?.version ?? version;
  }

  async function endRide(rideId: string): Promise<void> {
    const ride = bodyOf(await call('GET', `/api/ops/rides/${rideId}`));
    if (ride.status === 'in_progress') {
      const driver = drivers.find(({ id }) => id === ride.driverId);
      if (!driver) return;
      const quote = await call('GET', `/api/rides/${rideId}/completion`, undefined, driver);
      const actualFare = `$${((bodyOf(quote).fareCents ?? 0) / 100).toFixed(2)}`;
      await call('PATCH', `/api/rides/${rideId}/complete`, { actualFare }, driver);
    } else if (ride.status === 'accepted' || ride.paymentStatus === 'paid') {
      const quote = bodyOf(await call('GET', `/api/ops/rides/${rideId}/cancellation?by=operations`));
      const { feeCents, toCardCents, toGiftCardCents } = quote;
      await call('POST', `/api/ops/rides/${rideId}/cancel`, {
        ...{ version: ride.version, by: 'operations', reason: 'No longer needed' },
        expected: { feeCents, toCardCents, toGiftCardCents },
      });
    }
  }

  return {
    async restorePeople() {
      for (const [index, driver] of drivers.entries()) {
        const path = `/api/ops/drivers/${driver.id}`;
        const isLast = index === drivers.length - 1;
        const { state } = bodyOf(await call('GET', path)).driver ?? {};
        if (isLast && state === 'active') await call('POST', `${path}/suspend`, { reason: 'Complaints' });
        if (!isLast && state !== 'active') await call('POST', `${path}/reinstate`);
        if (!isLast) await call('PUT', '/api/duty', { isOnDuty: true }, driver);
      }
      for (const one of kept) await bringBack(one);
    },
    async endRides(rideIds) {
      const open = new Set(rideIds);
      for (const { id } of drivers) {
        const rides = bodyOf(await call('GET', `/api/ops/drivers/${id}/rides`));
        if (Array.isArray(rides)) for (const ride of rides) open.add(ride.id);
      }
      for (const rideId of open) await endRide(rideId);
    },
    async liftCapacity() {
      await call('PUT', '/api/ops/capacity', { isEnforced: false });
    },
  };
}
