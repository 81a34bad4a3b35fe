import { expect } from 'vitest';
import { MINUTE_MS } from '#common/durations.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { GiftCardModel } from '../gift-cards/gift-card-model.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { MailModel } from '../mail/mail-model.ts';
import { type RideDoc, RideModel, type RideRecord } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { soundCard } from './build-gift-card.ts';
import { buildRide } from './build-ride.ts';

export const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

/**
 * Stores a completed ride with a pickup an hour ago, paid long before, whose driver arrived this many minutes
 * late. Null: never.
 *
 * @param settledAt when the payment was recorded
 */
export async function buildLate(
  minutes: number | null,
  { settledAt = ago(8 * 1_440), ...overrides }: Partial<RideDoc> & { settledAt?: Date } = {},
): Promise<RideRecord> {
  const { id } = await buildRide({
    status: 'completed',
    scheduledAt: ago(60),
    arrivedAt: minutes === null ? null : ago(60 - minutes),
    ...overrides,
  });
  const { history } = await RideModel.findById(id).lean<RideDoc>().orFail();
  const dated = history.map((entry) => (entry.change === 'paid' ? { ...entry, at: settledAt } : entry));
  await RideModel.updateOne({ _id: id }, { history: dated });
  return findRide(id);
}

/** Expects exactly one card of ten dollars, one email, and one credit on the ride. */
export async function expectOneCredit(id: string): Promise<void> {
  expect(await soundCard(id)).toMatchObject({ balanceCents: 1_000, entries: [{ kind: 'issue' }] });
  expect(await GiftCardModel.countDocuments()).toBe(await PurchaseModel.countDocuments({ state: 'given' }));
  const mails = await MailModel.find({ aboutId: id }).lean();
  expect(mails.map(({ template }) => template)).toEqual(['gift-card']);
  const { history, lateCredit } = await findRide(id);
  expect(history.filter(({ change }) => change === 'credited')).toHaveLength(1);
  expect(lateCredit?.amountCents).toBe(1_000);
  expect(await findLedgerDifferences()).toEqual([]);
}
