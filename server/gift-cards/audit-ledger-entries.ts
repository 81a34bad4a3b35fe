import type { LedgerKind } from '#common/gift-cards/gift-cards-api.ts';
import type { Cents } from '#common/money.ts';
import type { GiftCardDoc, LedgerEntry } from './gift-card-model.ts';

const sum = (amounts: Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

/** What is wrong with a card's ledger, by its own testimony; nothing when all is well. */
export function auditLedgerEntries(card: GiftCardDoc): string[] {
  const { entries, holds, balanceCents, heldCents } = card;
  const balances = entries.map((_, index) =>
    sum(entries.slice(0, index + 1).map((each) => each.amountCents)),
  );
  const rideIds = [...new Set(entries.flatMap(({ rideId }) => rideId ?? []))];
  const faults: [isFault: boolean, fault: string][] = [
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
  ];
  return [
    ...faults.filter(([isFault]) => isFault).map(([, fault]) => fault),
    ...rideIds.flatMap((rideId) => rideFaults(card, rideId).map((fault) => `${fault} for ride ${rideId}`)),
  ];
}

/** What is wrong with what happened for one ride: a hold, then either a release, or a capture of it and refunds of no more than that. */
function rideFaults({ entries, holds, captures }: GiftCardDoc, rideId: string): string[] {
  const of = (kind: LedgerKind): LedgerEntry[] =>
    entries.filter((entry) => entry.rideId === rideId && entry.kind === kind);
  const ends = of('capture').length + of('release').length;
  const heldCents = -sum(of('hold').map((entry) => entry.amountCents));
  const refundedCents = sum(of('refund').map((entry) => entry.amountCents));
  const open = holds.filter((hold) => hold.rideId === rideId);
  const capture = captures.find((each) => each.rideId === rideId);
  const faults: [isFault: boolean, fault: string][] = [
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
  return faults.filter(([isFault]) => isFault).map(([, fault]) => fault);
}
