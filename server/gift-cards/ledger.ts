import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { type GiftCardDoc, type GiftCardHold, GiftCardModel, type LedgerEntry } from './gift-card-model.ts';

/** A ride and the gift card that pays for it. */
export interface RideOnCard {
  giftCardId: string;
  rideId: string;
}

interface NewHold extends RideOnCard {
  amountCents: Cents;
  /** The ride's route, for the statement that its rider sees. */
  memo: string;
  riderId?: string;
  /** The latest time by which the ride is paid or cancelled. */
  until: Date;
}

/**
 * Holds money of a card for a ride. Idempotent per ride.
 *
 * @returns false if the balance is too low or the card is voided
 */
export async function holdGiftCard({
  giftCardId,
  rideId,
  amountCents,
  memo,
  riderId,
  until,
}: NewHold): Promise<boolean> {
  requirePositiveCents(amountCents);
  const isHeldNow = await postLedgerEntry({
    giftCardId,
    entry: {
      kind: 'hold',
      key: `hold:${rideId}`,
      amountCents: -amountCents,
      rideId,
      memo,
      ...(riderId && { riderId }),
    },
    guard: { voidedAt: { $exists: false } },
    change: { $inc: { heldCents: amountCents }, $push: { holds: { rideId, amountCents, until } } },
  });
  if (isHeldNow) return true;
  const held = await GiftCardModel.exists({
    _id: giftCardId,
    holds: { $elemMatch: { rideId, amountCents } },
  });
  return held !== null;
}

/**
 * Captures the hold of a ride. Idempotent.
 *
 * @returns false if there is no hold any more
 */
export async function captureGiftCard(ride: RideOnCard): Promise<boolean> {
  if (await closeHold(ride, 'capture')) return true;
  const captured = await GiftCardModel.exists({ _id: ride.giftCardId, 'captures.rideId': ride.rideId });
  return captured !== null;
}

/** Releases the hold of a ride back to the balance. Does nothing if there is none (any more). */
export async function releaseGiftCard(ride: RideOnCard): Promise<void> {
  await closeHold(ride, 'release');
}

interface GiftCardRefund extends RideOnCard {
  amountCents: Cents;
  reason: RefundReason | `adjustment:${string}`;
}

/**
 * Refunds all or part of a capture to the card, once per reason and never more than was captured. Idempotent.
 */
export async function refundGiftCard({
  giftCardId,
  rideId,
  amountCents,
  reason,
}: GiftCardRefund): Promise<void> {
  requirePositiveCents(amountCents);
  await postLedgerEntry({
    giftCardId,
    entry: { kind: 'refund', key: `refund:${rideId}:${reason}`, amountCents, rideId },
    guard: { captures: { $elemMatch: { rideId, refundableCents: { $gte: amountCents } } } },
    change: { $inc: { 'captures.$[ride].refundableCents': -amountCents } },
    arrayFilters: [{ 'ride.rideId': rideId }],
  });
}

interface NewVoid {
  giftCardId: string;
  /** The whole balance, as the admin saw it. */
  amountCents: Cents;
  /** How often the card was voided before: 0 unless a ride was refunded to it since. */
  voidsBefore: number;
  /** Name of the admin. */
  by: string;
}

/**
 * Removes the whole balance of a card without holds and voids the card permanently. The same statement marks
 * the amount as owed to the buyer.
 *
 * @returns false if the balance differs, money is held, or the card was voided concurrently
 */
export async function voidGiftCardBalance({
  giftCardId,
  amountCents,
  voidsBefore,
  by,
}: NewVoid): Promise<boolean> {
  requirePositiveCents(amountCents);
  const key = `void:${voidsBefore + 1}`;
  const at = databaseClock.now();
  return postLedgerEntry({
    giftCardId,
    entry: { kind: 'void', key, amountCents: -amountCents, rideId: null },
    guard: {
      heldCents: 0,
      // `postLedgerEntry` only checks for at least this balance. A higher one must not be left on the card.
      $and: [{ balanceCents: amountCents }],
      ...(voidsBefore > 0 && { 'voids.key': `void:${voidsBefore}` }),
    },
    change: {
      $set: { voidedAt: at, refundOwedSince: at },
      $push: {
        voids: { _id: newObjectId(), key, amountCents, by, at, refund: 'owed', refundId: null },
      },
    },
  });
}

/**
 * Closes the hold of a ride. Only one call can remove the hold, so capture and release exclude each other.
 *
 * @returns whether there was a hold
 */
async function closeHold({ giftCardId, rideId }: RideOnCard, kind: 'capture' | 'release'): Promise<boolean> {
  const amountCents = await heldCents({ giftCardId, rideId });
  if (amountCents === null) return false;
  const isReleased = kind === 'release';
  return postLedgerEntry({
    giftCardId,
    entry: { kind, key: `${kind}:${rideId}`, amountCents: isReleased ? amountCents : 0, rideId },
    guard: { holds: { $elemMatch: { rideId, amountCents } } },
    change: {
      $inc: { heldCents: -amountCents },
      $pull: { holds: { rideId } },
      ...(!isReleased && { $push: { captures: { rideId, refundableCents: amountCents } } }),
    },
  });
}

/** Returns the cents held for a ride. Null if none. The amount of a hold never changes. */
async function heldCents({ giftCardId, rideId }: RideOnCard): Promise<Cents | null> {
  const card = await GiftCardModel.findById(giftCardId, { holds: 1 }).lean<Pick<GiftCardDoc, 'holds'>>();
  return card?.holds.find((hold) => hold.rideId === rideId)?.amountCents ?? null;
}

function requirePositiveCents(amountCents: Cents): void {
  if (Number.isSafeInteger(amountCents) && amountCents > 0) return;
  throw new Error(`not a positive whole number of cents: ${amountCents}`);
}

interface Posting {
  giftCardId: string;
  entry: Omit<LedgerEntry, 'memo' | 'at'> & { memo?: string };
  /** Conditions besides the balance and the key. */
  guard: QueryFilter<GiftCardDoc>;
  /** Changes besides balance and entries. */
  change: Pick<UpdateQuery<GiftCardDoc>, '$set' | '$inc' | '$push' | '$pull'>;
  arrayFilters?: { [path: string]: unknown }[];
}

/**
 * Performs every movement of a card's money. Guard, balance and entry are one statement. So the balance is
 * always the sum of the entries and never negative, and each key is posted once, even concurrently.
 *
 * @returns whether the entry was posted
 */
async function postLedgerEntry({
  giftCardId,
  entry,
  guard,
  change,
  arrayFilters,
}: Posting): Promise<boolean> {
  const { modifiedCount } = await GiftCardModel.updateOne(
    {
      ...guard,
      _id: giftCardId,
      balanceCents: { $gte: Math.max(0, -entry.amountCents) },
      'entries.key': { $ne: entry.key },
    },
    {
      ...change,
      $inc: { ...change.$inc, balanceCents: entry.amountCents },
      $push: { ...change.$push, entries: { ...entry, at: databaseClock.now() } },
    },
    { ...(arrayFilters && { arrayFilters }) },
  );
  return modifiedCount > 0;
}

/** Returns the holds of all cards, with `until`, oldest first. */
export async function listGiftCardHolds(): Promise<(RideOnCard & GiftCardHold)[]> {
  // Without a limit, since holds that must stay would block the others.
  const cards = await GiftCardModel.find({ 'holds.until': { $gt: new Date(0) } }, { holds: 1 })
    .sort({ 'holds.until': 1, _id: 1 })
    .lean<Pick<GiftCardDoc, '_id' | 'holds'>[]>();
  return cards.flatMap(({ _id, holds }) => holds.map((hold) => ({ ...hold, giftCardId: _id.toHexString() })));
}
