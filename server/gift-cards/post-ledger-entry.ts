import type { QueryFilter, UpdateQuery } from 'mongoose';
import { type GiftCardDoc, GiftCardModel, type LedgerEntry } from './gift-card-model.ts';

interface Posting {
  giftCardId: string;
  entry: Omit<LedgerEntry, 'memo' | 'at'> & { memo?: string };
  /** What must hold besides. */
  guard: QueryFilter<GiftCardDoc>;
  /** What changes besides balance and entries. */
  change: Pick<UpdateQuery<GiftCardDoc>, '$inc' | '$push' | '$pull'>;
  arrayFilters?: { [path: string]: unknown }[];
}

/**
 * The only door through which a card's money moves. Guard, balance and entry are one statement: so the balance is the sum of the
 * entries, it never falls below zero, and what has a key happens once, whatever runs at the same time.
 *
 * @returns whether it happened
 */
export async function postLedgerEntry({
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
      $push: { ...change.$push, entries: { ...entry, at: new Date() } },
    },
    { ...(arrayFilters && { arrayFilters }) },
  );
  return modifiedCount > 0;
}
