import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { DAY_MS, HOUR_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import type { BookByPhone } from '#common/rides/by-staff-api.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { owedLine } from '../../audit-log/record-audit.ts';
import { digestOf } from '../../crypto/digest-of.ts';
import { newObjectId } from '../../infra/database-clock.ts';
import { findUserByEmail } from '../../users/accounts.ts';
import { awaitsPassword, createInvited } from '../../users/invitations.ts';
import { prepareRide } from '../booking/prepare-ride.ts';
import { findBooked, writeOrder } from '../booking/write-order.ts';
import { type RideDoc, type RideRecord, toRideRecord } from '../ride-model.ts';
import { settleOnAccount } from './settle-on-account.ts';

interface PhoneBooking {
  request: BookByPhone;
  actor: AuditActor;
  idempotencyKey: string | null;
}

/**
 * Books a ride for a customer on the phone. A ride on account is settled at once; any other is held until its
 * mailed payment link is paid. Uses the rider account with that e-mail address or creates one. A customer
 * without a password is invited when the ride is published. Idempotent per `idempotencyKey`; the rates
 * version that staff saw is not compared.
 *
 * @throws AppError INVALID_REQUEST (vehicle, hours, pickup time); EMAIL_TAKEN when the address belongs to a
 * driver or staff; EMAIL_NOT_CONFIRMED when the rider who signed up with it has not confirmed it;
 * FULLY_BOOKED; IDEMPOTENCY_KEY_REUSED; PAYMENT_PROVIDER on a repeat
 */
export async function bookByPhone({ request, actor, idempotencyKey }: PhoneBooking): Promise<RideRecord> {
  const key = idempotencyKey && `staff ${digestOf(actor.id, idempotencyKey)}`;
  const { ratesVersion: _seen, ...wanted } = request;
  const booking = { riderId: null, idempotencyKey: key, requestDigest: digestOf(wanted) };
  // Before creating an account: a key reused with another caller's data must not create one. The caller's
  // address is part of the request digest.
  const known = await findBooked(booking);
  if (known) return settleOnAccount(toRideRecord(known));

  const rider = await findOrCreate(request);
  const prepared = await prepareByPhone(request, rider.id, actor);
  const earlier = await writeOrder({ firstRide: prepared, returnRide: null }, booking);
  return settleOnAccount(toRideRecord(earlier ?? prepared));
}

type Account = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/** Finds or creates the customer's account. @throws AppError EMAIL_TAKEN, EMAIL_NOT_CONFIRMED */
async function findOrCreate(request: BookByPhone): Promise<{ id: string }> {
  const { customerName: name, customerEmail, customerPhone: phone } = request;
  const email = customerEmail.toLowerCase();
  const rider =
    (await findUserByEmail(email)) ??
    (await createInvited({ name, email, phone, role: 'rider' }).catch(async (error: unknown) => {
      // A concurrent booking or sign-up has just created the account.
      const made = await findUserByEmail(email);
      if (!made) throw error;
      return made;
    }));
  await requireOwnRider(rider);
  return rider;
}

/**
 * Checks that the account belongs to the caller. Until an address is confirmed, another person may have
 * signed up with it and would see the caller's trips. An account without a password is safe: staff created
 * it, and only a mail to its address opens it.
 *
 * @throws AppError EMAIL_TAKEN when the address belongs to a driver or staff; EMAIL_NOT_CONFIRMED
 */
async function requireOwnRider({ id, role, emailConfirmedAt }: Account): Promise<void> {
  if (role !== 'rider') {
    throw new AppError(
      'EMAIL_TAKEN',
      'This email address belongs to a driver or a staff member. Please use another.',
    );
  }
  if (emailConfirmedAt || (await awaitsPassword(id))) return;
  throw new AppError(
    'EMAIL_NOT_CONFIRMED',
    'The person who signed up with this email address has not confirmed it, and may be someone else. Please ask the caller to use the link in our email, or to choose a password with “Forgot your password?”, which signs out anyone else. Then book again.',
  );
}

async function prepareByPhone(request: BookByPhone, riderId: string, actor: AuditActor): Promise<RideDoc> {
  const { payment, ...booking } = request;
  const prepared = await prepareRide({ ...booking, riderId });
  const { createdAt: now, scheduledAt, fare } = prepared;
  const audit = {
    action: 'ride booked by phone',
    subject: rideSubject(prepared._id.toHexString()),
    after: { payment, fareCents: fare.fareCents, customerEmail: prepared.customerEmail, scheduledAt },
  };
  return {
    ...prepared,
    payBy: heldUntil(now, scheduledAt),
    history: [{ change: 'requested', at: now, by: actor, text: 'Booked by phone' }],
    auditOwed: [owedLine(audit, actor, now)],
    charges: payment === 'account' ? [] : [fareCharge(fare.totalCents, now)],
  };
}

const LONGEST_HOLD_MS = DAY_MS;
const BEFORE_PICKUP_MS = HOUR_MS;
const SHORTEST_HOLD_MS = HOUR_MS / 2;

/** One day, or until an hour before the pickup if that is sooner, but at least half an hour. */
function heldUntil(now: Date, pickup: Date): Date {
  const latest = Math.min(now.getTime() + LONGEST_HOLD_MS, pickup.getTime() - BEFORE_PICKUP_MS);
  return new Date(Math.max(latest, now.getTime() + SHORTEST_HOLD_MS));
}

const fareCharge = (amountCents: number, at: Date): RideDoc['charges'][number] => ({
  id: newObjectId().toHexString(),
  kind: 'booking',
  amountCents,
  status: 'open',
  reason: null,
  at,
  paymentIntentId: null,
  refundId: null,
});
