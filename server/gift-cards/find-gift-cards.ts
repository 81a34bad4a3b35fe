import type { QueryFilter } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { CODE_ALPHABET } from '#common/gift-cards/code.ts';
import type {
  GiftCardSummary,
  LedgerRide,
  StaffGiftCard,
  StaffLedgerEntry,
} from '#common/gift-cards/gift-card-staff-api.ts';
import { findMailDelivery } from '../mail/email-outbox.ts';
import { findEntryProblems } from './find-gift-card-differences.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import { ISSUED_STATES, type PurchaseDoc, PurchaseModel } from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

/** Cards per page. */
const PAGE = 50;

interface GiftCardPage {
  cards: GiftCardSummary[];
  next: string | null;
}

/**
 * Finds issued gift cards by the last four symbols of the code, or by a prefix of the buyer's or recipient's
 * email address. Newest purchase first.
 *
 * @param after id of the last card of the previous page
 */
export async function findGiftCards(q: string, after?: string): Promise<GiftCardPage> {
  const older = after ? { _id: { $lt: after } } : {};
  const ids = await Promise.all([
    ...filtersByAddress(q).map((filter) =>
      newestIds(PurchaseModel, { ...filter, state: { $in: ISSUED_STATES }, ...older }),
    ),
    ...lastFoursOf(q).map((last4) => newestIds(GiftCardModel, { last4, ...older })),
  ]);
  const newest = [...new Set(ids.flat())].toSorted().toReversed();
  const cards = await summarise(newest.slice(0, PAGE));
  return { cards, next: newest.length > PAGE ? (newest[PAGE - 1] ?? null) : null };
}

/** Sorts after every character in an address: the upper bound of a prefix search. */
const LAST_CHARACTER = '\uffff';

/**
 * Searches the lower-case copies of the addresses, and the original ones, since old purchases have no copies.
 */
function filtersByAddress(q: string): QueryFilter<PurchaseDoc>[] {
  const beginningWith = (text: string) => ({ $gte: text, $lt: `${text}${LAST_CHARACTER}` });
  const key = beginningWith(q.toLowerCase());
  const typed = beginningWith(q);
  return [{ recipientKey: key }, { buyerKey: key }, { recipientEmail: typed }, { buyerEmail: typed }];
}

const MASK = /[\s•·*-]/g;

/** Returns the last four symbols of a code that the query may mean, as printed. Empty if it cannot be any. */
function lastFoursOf(q: string): string[] {
  const symbols = q.toUpperCase().replace(MASK, '');
  const isLastFour = symbols.length === 4 && [...symbols].every((symbol) => CODE_ALPHABET.includes(symbol));
  return isLastFour ? [symbols] : [];
}

interface Findable {
  find(
    filter: object,
    projection: { _id: 1 },
  ): {
    sort(order: { _id: -1 }): { limit(count: number): { lean<T>(): PromiseLike<T> } };
  };
}

async function newestIds(model: Findable, filter: object): Promise<string[]> {
  const docs = await model
    .find(filter, { _id: 1 })
    .sort({ _id: -1 })
    .limit(PAGE + 1)
    .lean<Pick<GiftCardDoc, '_id'>[]>();
  return docs.map(({ _id }) => _id.toHexString());
}

async function summarise(ids: readonly string[]): Promise<GiftCardSummary[]> {
  const _id = { $in: ids };
  const [cards, purchases] = await Promise.all([
    GiftCardModel.find({ _id }, { last4: 1, balanceCents: 1, voidedAt: 1 }).lean<GiftCardDoc[]>(),
    PurchaseModel.find({ _id }).lean<PurchaseDoc[]>(),
  ]);
  return ids.flatMap((id) => {
    const card = cards.find((each) => each._id.toHexString() === id);
    const purchase = purchases.find((each) => each._id.toHexString() === id);
    return card && purchase ? [presentSummary(card, purchase)] : [];
  });
}

const presentSummary = (
  { _id, last4, balanceCents, voidedAt }: Pick<GiftCardDoc, '_id' | 'last4' | 'balanceCents' | 'voidedAt'>,
  { amountCents, recipientEmail, buyerEmail, state }: PurchaseDoc,
): GiftCardSummary => ({
  id: _id.toHexString(),
  last4,
  amountCents,
  balanceCents,
  recipientEmail,
  buyerEmail,
  isVoided: voidedAt !== undefined,
  isGiven: state === 'given',
});

/**
 * Describes rides by their ids, leaving out unknown ones. Injected, since gift cards do not depend on rides.
 */
export type DescribeRides = (rideIds: readonly string[]) => Promise<LedgerRide[]>;

/** Returns a gift card with its purchase and ledger, for admins. @throws AppError NOT_FOUND */
export async function readStaffGiftCard(
  giftCardId: string,
  describeRides: DescribeRides,
): Promise<StaffGiftCard> {
  const card = await GiftCardModel.findById(giftCardId).lean<GiftCardDoc>();
  if (!card) throw new AppError('NOT_FOUND', 'There is no such gift card.');
  const { entries, holds, heldCents, voids = [] } = card;
  const purchase = await findPurchase(giftCardId);
  const rides = await describeRides([...new Set(entries.flatMap(({ rideId }) => rideId ?? []))]);
  const ends = holds.map(({ until }) => until.getTime());
  return {
    ...presentSummary(card, purchase),
    heldCents,
    heldUntil: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    recipientName: purchase.recipientName,
    paidAt: purchase.paidAt?.toISOString() ?? null,
    delivery: await deliveryOf(giftCardId),
    resends: purchase.resendCount ?? 0,
    entries: presentEntries(card, rides),
    voids: voids.map(({ amountCents, by, at, refund }) => ({
      amountCents,
      by,
      at: at.toISOString(),
      state: refund,
    })),
    isSound: findEntryProblems(card).length === 0,
  };
}

async function deliveryOf(giftCardId: string): Promise<StaffGiftCard['delivery']> {
  const delivery = await findMailDelivery('gift-card', giftCardId);
  return delivery
    ? { state: delivery.outcome, at: delivery.at.toISOString() }
    : { state: 'waiting', at: null };
}

function presentEntries({ entries }: GiftCardDoc, rides: readonly LedgerRide[]): StaffLedgerEntry[] {
  let balanceCents = 0;
  return entries.map(({ kind, key, amountCents, rideId, at }) => {
    balanceCents += amountCents;
    return {
      kind,
      at: at.toISOString(),
      amountCents,
      balanceCents,
      ride: rides.find(({ id }) => id === rideId) ?? null,
      reason: kind === 'refund' ? (key.split(':').at(-1) ?? null) : null,
    };
  });
}
