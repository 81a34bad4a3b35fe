import { randomInt } from 'node:crypto';
import { addDays, dateInVegas } from '#common/time.ts';
import { bodyOf } from './people.ts';
import { PREPARED_ACCOUNT_CALLS } from './prepared-account-calls.ts';
import { type Fitting, lastPart, type Prepare, type Prepared } from './prepared-call.ts';
import { PREPARED_RIDE_CALLS } from './prepared-ride-calls.ts';

/** Uploads a file and attaches it to a document of a driver. */
async function fileOfDriver({ call, world }: Prepared): Promise<Fitting> {
  const { admin, drivers } = world.people;
  const params = { driverId: drivers[0]?.id };
  const { file } = bodyOf(await call(admin, 'POST /api/ops/files', { query: { name: 'license.pdf' } }));
  const { driver } = bodyOf(await call(admin, 'GET /api/ops/drivers/{driverId}', { params }));
  const expiresOn = addDays(dateInVegas(new Date()), 2_000);
  const documents = [{ kind: 'license', number: 'NV-1', expiresOn, file }];
  await call(admin, 'PATCH /api/ops/drivers/{driverId}', {
    params,
    body: { documents, version: driver?.version ?? 0 },
  });
  return { params: { fileId: file?.id ?? '' } };
}

/** Saves a place of the rider. */
async function savePlace({ call, person }: Prepared): Promise<Fitting> {
  const place = { name: `P${randomInt(1e6)}`, address: 'Bellagio, Las Vegas' };
  const { id } = bodyOf(await call(person, 'POST /api/saved-places', { body: place }));
  return id ? { params: { placeId: id } } : {};
}

/** What a page does or reads before a call, by call. */
export const PREPARED: Readonly<Record<string, Prepare>> = {
  ...PREPARED_RIDE_CALLS,
  ...PREPARED_ACCOUNT_CALLS,
  'PATCH /api/saved-places/{placeId}': savePlace,
  'DELETE /api/saved-places/{placeId}': savePlace,
  'GET /api/calendars/{token}': async ({ call, world }) => {
    const [driver] = world.people.drivers;
    if (!driver) return {};
    return {
      params: { token: lastPart(bodyOf(await call(driver, 'POST /api/driver/calendar/address')).url) },
    };
  },
  'POST /api/positions': async ({ call, world }) => {
    const [driver] = world.people.drivers;
    if (!driver) return {};
    const { deviceId } = bodyOf(await call(driver, 'POST /api/driver/device'));
    return { query: { id: deviceId, lat: '36.11', lon: '-115.17' }, body: { location: undefined } };
  },
  'GET /api/driver/files/{fileId}': fileOfDriver,
  'GET /api/ops/files/{fileId}': fileOfDriver,
  'POST /api/ops/gift-cards/{giftCardId}/void': async ({ call, person, params }) => {
    const card = await call(person, 'GET /api/ops/gift-cards/{giftCardId}', { params });
    return { body: { amountCents: bodyOf(card).balanceCents ?? 1 } };
  },
  'POST /api/ops/gift-cards/{giftCardId}/send': async ({ call, person, params }) => {
    const card = await call(person, 'GET /api/ops/gift-cards/{giftCardId}', { params });
    return { body: { resends: bodyOf(card).resends ?? 0 } };
  },
  'POST /api/ops/statements/paid': async ({ call, person, body: { week }, world }) => {
    const params = { driverId: world.people.drivers[0]?.id };
    await call(person, 'POST /api/ops/statements/{driverId}/changes', {
      params,
      body: { week, cents: 12_00, reason: 'A bonus' },
    });
    const read = await call(person, 'GET /api/ops/statements/{driverId}', {
      params,
      query: { week: String(week) },
    });
    const { driverId, paysCents } = bodyOf(read);
    return driverId ? { body: { statements: [{ driverId, paysCents }] } } : {};
  },
  'POST /api/driver-applications/{token}/reply': async ({ call, person, params }) => {
    const { version, papers } = bodyOf(
      await call(person, 'GET /api/driver-applications/{token}', { params }),
    );
    return version === undefined || !papers ? {} : { body: { version, papers: [] } };
  },
};
