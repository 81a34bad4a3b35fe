import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { AlertModel } from '../alerts/alert-model.ts';
import { openAlert } from '../alerts/alerts.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { receiveMessage } from '../messages/receive-message.ts';
import { RedemptionModel } from '../promos/promo-model.ts';
import { keepPosition } from '../rides/position/last-position.ts';
import type { RideRecord } from '../rides/ride-model.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { as, visitor } from './as.ts';
import { buildApplication } from './build-application.ts';
import { buildGiftCard } from './build-gift-card.ts';
import { buildPromo } from './build-promo.ts';
import { buildRide } from './build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from './build-user.ts';
import { note } from './dispatch-by-hand.ts';
import { bookPaidRide, payBack } from './pay-ride.ts';

/** A rider who used every feature, with unique texts to search for. */
export interface BusyRider {
  rider: UserRecord;
  driver: UserRecord;
  completed: RideRecord;
  /** Texts that must be in the export, and in no store after the deletion. */
  traces: string[];
  /**
   * Texts by others, and secrets. None may be in the export. `staffNote` must also be gone after the
   * deletion.
   */
  staffNote: string;
  others: string[];
}

const HERE = { lat: 36.1, lng: -115.1, accuracy: null, heading: null, arrival: null };

/** Marks an address as confirmed. */
const confirmAddress = ({ email }: UserRecord) =>
  UserModel.collection.updateOne({ email }, { $set: { emailConfirmedAt: new Date() } });

/**
 * Creates a rider who has booked, paid, cancelled, shared, rated, written, applied, bought a gift card, saved
 * a place and changed name and phone.
 */
export async function buildBusyRider(): Promise<BusyRider> {
  const mark = randomUUID().slice(0, 8);
  const word = (what: string) => `${what}-${mark}`;
  const who = {
    name: `Quilla ${word('trace')}`,
    phone: '(702) 555-9188',
    email: `${word('quilla')}@example.com`,
  };
  const rider = await buildRider(who);
  await confirmAddress(rider);
  const driver = await buildDriver({ name: `Dorian ${word('other')}`, phone: '(702) 555-9277' });
  const staff = await buildDispatcher({ name: `Stella ${word('colleague')}` });
  const contact = { customerName: who.name, customerEmail: who.email, customerPhone: who.phone };
  const [from, to, wish] = [`17 ${word('Hollowpine')} Ct`, `9 ${word('Saltbush')} Way`, word('a cello')];
  const booking = { ...contact, pickupLocation: from, dropoffLocation: to, specialRequests: wish };
  const passenger = { name: `Pia ${word('passenger')}`, phone: '(702) 555-9366' };

  const [card, promo] = [await buildGiftCard(5_000), await buildPromo({ uses: 1 })];
  const booked = await bookPaidRide(rider, {
    ...booking,
    passenger,
    giftCardId: card.pass,
  });
  await as(rider).post(`/api/rides/${booked.id}/share`);
  const reason = word('plans changed');
  const cancelled = await as(rider).post(`/api/rides/${booked.id}/cancel`, { expectedFeeCents: 0, reason });
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
  await payBack(booked.id);

  const completed = await buildRide({
    ...{ ...booking, status: 'completed', riderId: rider.id, driverId: driver.id },
    driver: { firstName: `Dorian ${word('other')}`, vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    searchTerms: [who.email, word('hollowpine')],
    riderKey: who.email,
    promoCodeId: promo.id,
  });
  const use = { promoId: promo.id, riderKey: who.email, slot: completed.id, rideId: completed.id };
  await RedemptionModel.create({ ...use, state: 'captured' });
  const opinion = word('drove like a poet');
  expect(
    (await as(rider).post(`/api/rides/${completed.id}/rating`, { stars: 5, text: opinion })).status,
  ).toBe(200);
  const staffNote = `${who.name} ${word('was short of breath')}`;
  expect((await note(staff, completed, staffNote)).status).toBe(200);
  await keepPosition({
    position: { rideId: completed.id, ...HERE, at: new Date().toISOString() },
    driverId: driver.id,
    deviceAt: null,
  });
  const alert = { key: `${completed.id} driver-late`, kind: 'driver-late' } as const;
  const subject = { kind: 'ride', id: completed.id, name: `${who.name}, Fri` };
  await openAlert({ ...alert, subject, text: 'Late.' });
  await AlertModel.updateMany(
    { 'subject.id': completed.id },
    { $set: { holds: false, resolvedAt: new Date() } },
  );

  const place = { name: word('Grandma'), address: `3 ${word('Juniper')} Ln` };
  expect((await as(rider).post('/api/saved-places', place)).status).toBe(201);
  const question = word('where is my umbrella');
  const message = { ...who, subject: 'Umbrella', message: question };
  await receiveMessage({ form: 'contact', content: message }, null);
  const application = buildApplication({ ...who, note: word('I like driving') });
  expect((await visitor().post('/api/driver-applications', application)).status).toBe(200);
  await visitor().post('/api/password-resets', { email: who.email });
  const gift = { amountCents: 5_000, sessionId: null, createdAt: new Date(), paidAt: null };
  const toThem = { recipientEmail: who.email, recipientName: who.name, personalMessage: null };
  await PurchaseModel.create({ _id: card.id, ...gift, ...toThem, state: 'given', buyerEmail: null });
  const dedication = word('happy birthday');
  await PurchaseModel.create({
    ...gift,
    ...{ recipientEmail: 'friend@example.com', personalMessage: dedication, state: 'expired' },
    ...{ buyerEmail: who.email, buyerKey: who.email },
  });
  const profile = { name: `Quilla ${word('renamed')}`, phone: '(702) 555-9455' };
  const renamed = await as(rider).patch('/api/account/profile', { role: 'rider', ...profile });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);

  return {
    ...{ rider, driver, completed, staffNote },
    traces: [
      ...[who.name, who.email, who.phone, from, to, wish, passenger.name, passenger.phone, reason],
      ...[opinion, place.name, place.address, question, dedication, word('I like driving')],
      ...[profile.name, profile.phone],
    ],
    others: [staffNote, word('other'), word('colleague'), '555-9277', 'argon2', 'tokenDigest', 'passHash'],
  };
}
