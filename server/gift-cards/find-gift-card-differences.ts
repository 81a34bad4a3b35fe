import type { LedgerKind } from '#common/gift-cards/gift-card-codes-api.ts';
import type { Cents } from '#common/money.ts';
import type { MoneyDifference } from '../money-difference.ts';
import { type GiftCardDoc, GiftCardModel, type LedgerEntry } from './gift-card-model.ts';
import type { RideOnCard } from './ledger.ts';
import { ISSUED_STATES, type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

interface RideLookup {
  /** Whether a ride exists and is settled: paid for, waived or on account. */
  isRideSettled: (rideId: string) => Promise<boolean>;
}

/**
 * Checks gift cards and their purchases: each ledger adds up, each card was paid for or given, each such
 * purchase has its card, and captured money went to a settled ride. Read-only.
 */
export async function findGiftCardDifferences({ isRideSettled }: RideLookup): Promise<MoneyDifference[]> {
  const problems: MoneyDifference[] = [];
  for await (const card of GiftCardModel.find().lean<GiftCardDoc[]>().cursor()) {
    const found = [
      ...findEntryProblems(card),
      ...(await findIssueProblems(card)),
      ...(await findCaptureProblems(card, isRideSettled)),
    ];
    const id = card._id.toHexString();
    const subject = { kind: 'giftCard', id, name: `Gift card ending in ${card.last4}` } as const;
    problems.push(...found.map((problem) => ({ subject, text: `gift card ${id} ${problem}` })));
  }
  // A purchase with `lookAt` is still being fulfilled.
  const fulfilled = PurchaseModel.find({ state: { $in: ISSUED_STATES }, lookAt: { $exists: false } });
  for await (const purchase of fulfilled.lean<PurchaseDoc[]>().cursor()) {
    const card = await GiftCardModel.exists({ _id: purchase._id });
    const id = purchase._id.toHexString();
    if (card) continue;
    problems.push({
      subject: { kind: 'purchase', id, name: `Gift card purchase ${id}` },
      text: `purchase ${id} is ${purchase.state}, but has no gift card`,
    });
  }
  return problems;
}

async function findIssueProblems({ _id, entries }: GiftCardDoc): Promise<string[]> {
  const purchase = await PurchaseModel.findById(_id).lean<PurchaseDoc>();
  if (!purchase || !ISSUED_STATES.includes(purchase.state)) return ['was neither paid for nor given'];
  const issuedCents = entries[0]?.amountCents;
  return issuedCents === purchase.amountCents
    ? []
    : [`was issued with ${issuedCents}, but ${purchase.amountCents} was ${purchase.state}`];
}

async function findCaptureProblems(
  { captures }: GiftCardDoc,
  isRideSettled: RideLookup['isRideSettled'],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { rideId, refundableCents } of captures) {
    const isOwed = refundableCents > 0 && !(await isRideSettled(rideId));
    if (isOwed) problems.push(`gave ${refundableCents} to ride ${rideId}, which is not paid`);
  }
  return problems;
}

/** Returns the cents that a ride captured from a card, before refunds. Null if none. */
export async function capturedCents({ giftCardId, rideId }: RideOnCard): Promise<Cents | null> {
  const card = await GiftCardModel.findOne(
    { _id: giftCardId, 'captures.rideId': rideId },
    { entries: 1 },
  ).lean<Pick<GiftCardDoc, 'entries'>>();
  const hold = card?.entries.find((entry) => entry.kind === 'hold' && entry.rideId === rideId);
  return hold ? -hold.amountCents : null;
}

/** Returns the cents that a card got back from a ride. */
export async function refundedCents({ giftCardId, rideId }: RideOnCard): Promise<Cents> {
  const card = await GiftCardModel.findById(giftCardId, { entries: 1 }).lean<Pick<GiftCardDoc, 'entries'>>();
  const refunds = card?.entries.filter((entry) => entry.kind === 'refund' && entry.rideId === rideId) ?? [];
  return sum(refunds.map(({ amountCents }) => amountCents));
}

const sum = (amounts: Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

/** Checks the internal consistency of a card's ledger. @returns the problems, one sentence each */
export function findEntryProblems(card: GiftCardDoc): string[] {
  const { entries, holds, balanceCents, heldCents } = card;
  const balances = entries.map((_, index) =>
    sum(entries.slice(0, index + 1).map((each) => each.amountCents)),
  );
  const rideIds = [...new Set(entries.flatMap(({ rideId }) => rideId ?? []))];
  const problems: [isProblem: boolean, problem: string][] = [
    [entries[0]?.kind !== 'issue', 'does not begin with its issue'],
    [
      balances.at(-1) !== balanceCents,
      `has a balance of ${balanceCents}, but its entries sum to ${balances.at(-1)}`,
    ],
    [balances.some((balance) => balance < 0), 'was once below zero'],
    [
      sum(holds.map((hold) => hold.amountCents)) !== heldCents,
      `says ${heldCents} is held, but its holds differ`,
    ],
    [new Set(entries.map(({ key }) => key)).size < entries.length, 'has an entry twice'],
    [holds.some(({ rideId }) => !rideIds.includes(rideId)), 'has a hold without an entry'],
    ...checkVoids(card),
  ];
  return [
    ...problems.filter(([isProblem]) => isProblem).map(([, problem]) => problem),
    ...rideIds.flatMap((rideId) =>
      findRideProblems(card, rideId).map((problem) => `${problem} for ride ${rideId}`),
    ),
  ];
}

/**
 * Checks voids: each removed the whole balance while nothing was held, has a refund of the same amount, and
 * nothing was held after the first void.
 */
function checkVoids({
  entries,
  holds,
  voidedAt,
  voids = [],
}: GiftCardDoc): [isProblem: boolean, problem: string][] {
  const taken = entries.filter(({ kind }) => kind === 'void');
  const first = entries.findIndex(({ kind }) => kind === 'void');
  const amountOf = (key: string) => voids.find((each) => each.key === key)?.amountCents;
  return [
    [(voidedAt !== undefined) !== taken.length > 0, 'disagrees with itself on whether it is void'],
    [taken.length !== voids.length, `was voided ${taken.length} times, but owes ${voids.length} refunds`],
    [
      taken.some(({ key, amountCents }) => amountOf(key) !== -amountCents),
      'owes another amount to its buyer than was taken',
    ],
    [
      taken.some(
        (entry) => sum(entries.slice(0, entries.indexOf(entry) + 1).map((e) => e.amountCents)) !== 0,
      ),
      'kept a balance when it was voided',
    ],
    [
      first >= 0 && entries.slice(first).some(({ kind }) => kind === 'hold'),
      'has held money after it was voided',
    ],
    [first >= 0 && holds.length > 0, 'is void, and holds money'],
  ];
}

/**
 * Checks one ride: it has exactly one hold, which is open, released, or captured with refunds up to its
 * amount.
 */
function findRideProblems({ entries, holds, captures }: GiftCardDoc, rideId: string): string[] {
  const of = (kind: LedgerKind): LedgerEntry[] =>
    entries.filter((entry) => entry.rideId === rideId && entry.kind === kind);
  const ends = of('capture').length + of('release').length;
  const heldCents = -sum(of('hold').map((entry) => entry.amountCents));
  const refundedCents = sum(of('refund').map((entry) => entry.amountCents));
  const open = holds.filter((hold) => hold.rideId === rideId);
  const capture = captures.find((each) => each.rideId === rideId);
  const problems: [isProblem: boolean, problem: string][] = [
    [of('hold').length !== 1, 'has not held once'],
    [ends + open.length !== 1, 'has a hold that is not one of open, captured and released'],
    [open.some(({ amountCents }) => amountCents !== heldCents), 'holds another amount than its entry'],
    [
      of('release').some(({ amountCents }) => amountCents !== heldCents),
      'has released another amount than it held',
    ],
    [(capture !== undefined) !== of('capture').length > 0, 'disagrees with itself on what was captured'],
    [refundedCents > 0 && !capture, 'has refunded what was not captured'],
    [capture !== undefined && capture.refundableCents !== heldCents - refundedCents, 'has refunded wrongly'],
    [capture !== undefined && capture.refundableCents < 0, 'has refunded more than was captured'],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => problem);
}
