import { randomUUID } from 'node:crypto';
import { addDays, dateInVegas } from '#common/time.ts';
import { accountSchema } from '#common/users/account.ts';
import { passkeySchema } from '#common/users/factors.ts';
import { storeAlert } from '../alerts/alerts.ts';
import { ApplicationModel } from '../driver-applications/application-model.ts';
import { RatesModel } from '../fares/rates-model.ts';
import { draftRates } from '../fares/rates-versions.ts';
import { addSurgeEvent } from '../fares/surge-events.ts';
import { grantGiftCard } from '../gift-cards/give-gift-card.ts';
import { storeMessage } from '../messages/receive-message.ts';
import { SavedPlaceModel } from '../places/saved-places.ts';
import { payLinkPath } from '../rides/charges/pay-link-token.ts';
import { RideModel } from '../rides/ride-model.ts';
import { renewCalendarAddress } from '../rides/schedule/calendar-address.ts';
import { shareRide } from '../rides/trip/share-ride.ts';
import { tripPath } from '../rides/trip/trip-token.ts';
import { createInvitationLink, createInvited } from '../users/invitations.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as, visitor } from './as.ts';
import { storeApplication } from './build-application.ts';
import { STAFF_FILES, uploadPdf } from './build-file.ts';
import { buildContact } from './build-message.ts';
import { buildPromo } from './build-promo.ts';
import { buildRates } from './build-rates.ts';
import { buildRide } from './build-ride.ts';
import { passkeyOf, TEST_PASSWORD } from './build-user.ts';
import { buildVehicle } from './build-vehicle.ts';
import { beginPurchase } from './buy-gift-card.ts';
import { newId } from './new-id.ts';
import { addPasskey, signInWithPasskey } from './passkey-browser.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestClient } from './test-client.ts';

/** Owners of the objects. */
export interface Owners {
  rider: UserRecord;
  driver: UserRecord;
  /** User whose session is the object. Default: the rider. */
  user?: UserRecord;
  /** Uploads the files. */
  admin: UserRecord;
}

const lastPart = (link: string): string => link.split('/').at(-1) ?? '';

const newStaff = () =>
  createInvited({
    name: 'Noor',
    email: `staff-${randomUUID()}@example.com`,
    phone: null,
    role: 'dispatcher',
  });

/** Creates an accepted ride with an unpaid charge. */
async function buildOwnedRide({ rider, driver }: Owners): Promise<{ rideId: string; chargeId: string }> {
  const { id: rideId } = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });
  const chargeId = newId();
  const charge = {
    ...{ id: chargeId, kind: 'adjustment', amountCents: 2_500, status: 'open', at: new Date() },
    ...{ reason: 'A seat was cleaned', paymentIntentId: null, refundId: null },
  };
  await RideModel.updateOne({ _id: rideId }, { $set: { charges: [charge] } });
  return { rideId, chargeId };
}

/** Signs a user in, in another browser than `as(user)`. */
export async function signIn(user: UserRecord, { post }: TestClient): Promise<void> {
  const passkey = passkeyOf(user);
  if (passkey) await signInWithPasskey(post, passkey);
  else await post('/api/session', { email: user.email, password: TEST_PASSWORD });
}

/** Adds a passkey to the rider. Returns its id. */
async function buildPasskey({ rider }: Owners): Promise<string> {
  const { body } = await addPasskey(as(rider).post, 'rider', new SoftwareAuthenticator(rider.id));
  return passkeySchema.parse(body).id;
}

const sessionKeys = async (user: UserRecord): Promise<string[]> =>
  accountSchema
    .parse((await as(user).get(`/api/account?role=${user.role}`)).body)
    .sessions.map(({ key }) => key);

/**
 * Signs a user in in another browser. Returns the key of that session, recognized by not having been listed
 * before: the list's order follows activity, which is recorded seconds later for several sessions at once.
 */
async function buildSession(user: UserRecord): Promise<string> {
  const known = await sessionKeys(user);
  await signIn(user, visitor());
  return (await sessionKeys(user)).find((key) => !known.includes(key)) ?? '';
}

let days = 0;

/** Returns a different day on each call. */
const newDay = (): string => addDays(dateInVegas(new Date()), 30 + (days++ % 300));

/** Creates tokens for paths with a `:token`, by the part of the path before it. */
const TOKENS: Readonly<Record<string, (owners: Owners) => Promise<string>>> = {
  '/api/calendars': async ({ driver }) => lastPart((await renewCalendarAddress(driver.id)).url ?? ''),
  '/api/driver-applications': async () => (await storeApplication()).token,
  '/api/invitations': async () => lastPart(await createInvitationLink((await newStaff()).id)),
  '/api/pay': async (owners) => lastPart(payLinkPath((await buildOwnedRide(owners)).chargeId)),
  '/api/trips': async (owners) => {
    const { rideId } = await buildOwnedRide(owners);
    const { rider } = owners;
    const shared = await shareRide(rideId, { role: 'rider', id: rider.id, name: rider.name, address: null });
    return shared.share ? lastPart(tripPath(rideId, shared.share)) : '';
  },
};

/** Creates a new object for each path parameter and returns its id. */
const OBJECTS: Readonly<Record<string, (owners: Owners) => Promise<string>>> = {
  rideId: async (owners) => (await buildOwnedRide(owners)).rideId,
  riderId: async ({ rider }) => rider.id,
  driverId: async ({ driver }) => driver.id,
  userId: async () => (await newStaff()).id,
  key: ({ rider, user = rider }) => buildSession(user),
  passkeyId: buildPasskey,
  placeId: async ({ rider }) => {
    const place = { riderId: rider.id, name: 'Home', nameKey: randomUUID(), address: '1 Fremont St' };
    return (await SavedPlaceModel.create(place)).id;
  },
  eventId: async () => {
    const day = newDay();
    const event = { name: day, tier: 'fight-night', firstDay: day, lastDay: day } as const;
    return (await addSurgeEvent(event, 'Ada')).id;
  },
  ratesId: async () => {
    // Only one draft may exist.
    await RatesModel.deleteMany({ state: 'draft' });
    return (await draftRates(buildRates({ effectiveFrom: newDay() }), 'Ada')).id;
  },
  promoId: async () => (await buildPromo()).id,
  giftCardId: async () => {
    const id = newId();
    const gift = { recipientEmail: 'jordan@example.com', recipientName: 'Jordan', reason: 'We were late.' };
    await grantGiftCard({ id, amountCents: 2_500, ...gift });
    return id;
  },
  messageId: () => storeMessage({ form: 'contact', content: buildContact() }, null),
  applicationId: async () => (await storeApplication()).id,
  vehicleId: async () => (await buildVehicle()).id,
  alertId: async () => {
    const subject = { kind: 'ride', id: newId(), name: 'Ride' } as const;
    const key = `${subject.id} driver-late`;
    return (await storeAlert({ key, kind: 'driver-late', subject, text: 'Tom is late.' })).id;
  },
  fileId: async ({ driver, admin }) => {
    const file = await uploadPdf(as(admin), STAFF_FILES);
    const paper = { kind: 'insurance', number: 'I-1', expiresOn: '2031-01-01', file } as const;
    await buildVehicle({ driverIds: [driver.id], documents: [paper] });
    return file.id;
  },
  sessionId: async () => (await beginPurchase()).sessionId,
};

/** Creates the objects that a path refers to. Returns the values of its parameters. */
export async function buildParams(path: string, owners: Owners): Promise<Record<string, string>> {
  if (path.includes(':chargeId')) return { ...(await buildOwnedRide(owners)) };
  if (path.endsWith('/:token/invitation')) return { token: await approvedToken() };
  const params: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const build = name === 'token' ? TOKENS[path.slice(0, path.indexOf('/:'))] : OBJECTS[name];
    if (!build) throw new Error(`server/testing/build-object.ts makes nothing for :${name} of ${path}`);
    params[name] = await build(owners);
  }
  return params;
}

/** Creates an approved application. Returns its token. */
async function approvedToken(): Promise<string> {
  const { id, email, token } = await storeApplication();
  const user = await createInvited({ name: 'Renee', email, phone: null, role: 'driver' });
  await ApplicationModel.updateOne({ _id: id }, { $set: { status: 'approved', driverId: user.id } });
  return token;
}
