import { randomInt } from 'node:crypto';
import { addDays, dateInVegas } from '#common/time.ts';
import { payByCard } from '../screen/pay-by-card.ts';
import { addPasskey, answerOf, signInByPassword, turnOnTotp } from './factors.ts';
import type { Person } from './people.ts';
import type { Stage } from './scenes.ts';

/** A call that is about to be made, and what is done or read before. */
export interface Prepared extends Stage {
  person: Person;
  params: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** What of a call follows from what was read. */
interface Fitting {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

type Prepare = (call: Prepared) => Promise<Fitting>;

const bodyOf = ({ body }: { body: unknown }) => Object(body);
const lastPart = (url: unknown): string => String(url).split('/').at(-1) ?? '';

const sumsOf = ({ feeCents = 0, toCardCents = 0, toGiftCardCents = 0 }) => ({
  ...{ feeCents, toCardCents, toGiftCardCents },
});

/** Staff charge something further: the charge is open. */
async function openCharge({ call, world, params }: Prepared): Promise<Fitting> {
  const { rideId = '' } = params;
  const read = await call(world.people.admin, 'GET /api/ops/rides/{rideId}', { params: { rideId } });
  const charge = { version: bodyOf(read).version, kind: 'charge', amountCents: 5_00, reason: 'Cleaning' };
  const adjusted = await call(world.people.admin, 'POST /api/ops/rides/{rideId}/adjust', {
    params: { rideId },
    body: charge,
  });
  const { charges = [], version } = bodyOf(adjusted);
  const chargeId = charges.at(-1)?.id;
  return chargeId ? { params: { rideId, chargeId }, body: { version, chargeId } } : {};
}

/** A paper of a driver's has a file. */
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

/** A place that the rider has just saved. */
async function savePlace({ call, person }: Prepared): Promise<Fitting> {
  const place = { name: `P${randomInt(1e6)}`, address: 'Bellagio, Las Vegas' };
  const { id } = bodyOf(await call(person, 'POST /api/saved-places', { body: place }));
  return id ? { params: { placeId: id } } : {};
}

/** What a page does or reads before it makes a call, by the call. Staff's lists are read for all of theirs. */
export const PREPARED: Readonly<Record<string, Prepare>> = {
  'POST /api/rides/{rideId}/cancel': async ({ call, person, params }) => {
    const quote = await call(person, 'GET /api/rides/{rideId}/cancellation', { params });
    return { body: { expectedFeeCents: bodyOf(quote).feeCents ?? 0 } };
  },
  'POST /api/ops/rides/{rideId}/cancel': async ({ call, person, params }) => {
    const query = { by: 'operations' };
    const quote = await call(person, 'GET /api/ops/rides/{rideId}/cancellation', { params, query });
    return { body: { ...query, expected: sumsOf(bodyOf(quote)) } };
  },
  'POST /api/rides/{rideId}/edit': async ({ call, person, params, body: { changes } }) => {
    const quote = await call(person, 'POST /api/rides/{rideId}/edit-quote', { params, body: { changes } });
    const { version = 0, fare } = bodyOf(quote);
    return { body: { version, expectedFareCents: fare?.fareCents ?? 0 } };
  },
  'POST /api/rides/{rideId}/extend': async ({ call, person, params }) => {
    const quote = await call(person, 'GET /api/rides/{rideId}/extension', { params });
    return { body: { expectedDueCents: bodyOf(quote).dueCents ?? 0 } };
  },
  'PATCH /api/rides/{rideId}/complete': async ({ call, person, params }) => {
    const quote = await call(person, 'GET /api/rides/{rideId}/completion', { params });
    return { body: { actualFare: `$${((bodyOf(quote).fareCents ?? 0) / 100).toFixed(2)}` } };
  },
  'POST /api/rides/{rideId}/payment-success': async ({ call, person, params, world }) => {
    const { clientSecret } = bodyOf(await call(person, 'POST /api/rides/{rideId}/checkout', { params }));
    const paid = clientSecret && (await payByCard(world.stripe, clientSecret).catch(() => null));
    return paid ? { body: { paymentIntentId: paid.id } } : {};
  },
  'POST /api/rides/{rideId}/charges/{chargeId}/checkout': openCharge,
  'POST /api/rides/{rideId}/charges/{chargeId}/payment-success': async (prepared) => {
    const fitting = await openCharge(prepared);
    const { call, person, world } = prepared;
    const name = 'POST /api/rides/{rideId}/charges/{chargeId}/checkout';
    const opened = await call(person, name, { params: fitting.params });
    const { clientSecret } = bodyOf(opened);
    if (clientSecret) await payByCard(world.stripe, clientSecret).catch(() => null);
    return fitting;
  },
  'POST /api/ops/rides/{rideId}/charges/{chargeId}/withdraw': openCharge,
  'POST /api/ops/rides/{rideId}/payment-link': openCharge,
  'POST /api/ops/rides/{rideId}/assign': async ({ world }) => ({
    body: { driverId: world.people.drivers[0]?.id, vehicleId: null, allowNearly: true },
  }),
  'POST /api/ops/rides/{rideId}/undo': async ({ call, person, params, world }) => {
    const read = await call(person, 'GET /api/ops/rides/{rideId}', { params });
    const driverId = world.people.drivers[0]?.id;
    const body = { version: bodyOf(read).version ?? 0, driverId, allowNearly: true };
    const assigned = await call(person, 'POST /api/ops/rides/{rideId}/assign', { params, body });
    return { body: { version: bodyOf(assigned).version ?? 0 } };
  },
  'PATCH /api/saved-places/{placeId}': savePlace,
  'DELETE /api/saved-places/{placeId}': savePlace,
  'GET /api/trips/{token}': async ({ call, seen, world }) => {
    const rideId = seen.brought()[0];
    const owner = world.people.riders.find(({ id }) => id && seen.ownersOf(rideId ?? '').includes(id));
    if (!owner) return {};
    const shared = await call(owner, 'POST /api/rides/{rideId}/share', { params: { rideId } });
    return { params: { token: lastPart(bodyOf(shared).tripLink) } };
  },
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
  'DELETE /api/account/sessions/{key}': async ({ call, person }) => {
    const { sessions = [] } = bodyOf(
      await call(person, 'GET /api/account', { query: { role: person.role ?? '' } }),
    );
    return { params: { key: sessions.at(-1)?.key ?? '' } };
  },
  'POST /api/driver-applications/{token}/reply': async ({ call, person, params }) => {
    const { version, papers } = bodyOf(
      await call(person, 'GET /api/driver-applications/{token}', { params }),
    );
    return version === undefined || !papers ? {} : { body: { version, papers: [] } };
  },
  'POST /api/account/totp/confirm': async ({ call, person }) => {
    const { secret } = bodyOf(await call(person, 'POST /api/account/totp', { body: { role: person.role } }));
    return secret ? { body: { code: answerOf(secret) } } : {};
  },
  'POST /api/account/recovery-codes': async ({ call, person }) => {
    await turnOnTotp(person, call);
    return {};
  },
  'POST /api/session/second-factor': async ({ call, person, world }) => {
    const { guest } = world.people;
    const code = guest && (await turnOnTotp(guest, call));
    if (!guest || !code) return {};
    person.forget();
    await signInByPassword(person, guest, call);
    return { body: { code } };
  },
  'POST /api/account/passkeys': async ({ call, person, world }) => {
    const { credential } = await addPasskey(person, { call, site: world.site, isKept: false });
    return credential ? { body: { credential } } : {};
  },
  'POST /api/account/proof/passkey': async ({ call, person, world }) => {
    const { authenticator } = await addPasskey(person, { call, site: world.site, isKept: true });
    const role = person.role;
    const asked = await call(person, 'POST /api/account/proof/passkey/options', { body: { role } });
    const { challenge } = bodyOf(asked);
    return challenge ? { body: { credential: authenticator.assert(challenge, siteOf(world.site)) } } : {};
  },
  'DELETE /api/account/passkeys/{passkeyId}': async ({ call, person, world }) => {
    const { passkeyId } = await addPasskey(person, { call, site: world.site, isKept: true });
    return passkeyId ? { params: { passkeyId } } : {};
  },
  'POST /api/session/passkey': async ({ call, person, world }) => {
    const { guest } = world.people;
    if (!guest) return {};
    const { authenticator } = await addPasskey(guest, { call, site: world.site, isKept: true });
    person.forget();
    const { challenge } = bodyOf(await call(person, 'POST /api/session/passkey/options'));
    return challenge ? { body: { credential: authenticator.assert(challenge, siteOf(world.site)) } } : {};
  },
};

/** What an authenticator is told of the site it signs for. */
const siteOf = (site: string) => ({ origin: site, rpId: new URL(site).hostname });
