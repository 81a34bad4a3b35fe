import { DAY_MS } from '#common/durations.ts';
import { findGiftCardDifferences } from './gift-cards/find-gift-card-differences.ts';
import { findPurchaseDifferences } from './gift-cards/find-purchase-differences.ts';
import { databaseClock } from './infra/database-clock.ts';
import type { MoneyDifference } from './money-difference.ts';
import { listPaymentsSince } from './payments/stripe-records.ts';
import { findPromoDifferences } from './promos/find-promo-differences.ts';
import { findChargeDifferences } from './rides/charges/find-charge-differences.ts';
import { findLateCreditDifferences } from './rides/find-late-credit-differences.ts';
import { findHoldDifferences } from './rides/payment/find-hold-differences.ts';
import { findPaymentDifferences } from './rides/payment/find-payment-differences.ts';
import { findRideMoneyDifferences } from './rides/payment/find-ride-money-differences.ts';
import { isRideSettled } from './rides/ride-queries.ts';
import { findUser } from './users/accounts.ts';

/**
 * Compares gift cards, promos and the rides they paid for among each other. Read-only. Changes in flight can
 * appear as differences, so run it twice.
 */
export const findLedgerDifferences = async (): Promise<MoneyDifference[]> => [
  ...(await findGiftCardDifferences({ isRideSettled })),
  ...(await findPromoDifferences()),
  ...(await findHoldDifferences()),
  ...(await findRideMoneyDifferences()),
  ...(await findLateCreditDifferences()),
];

/** How far back rides and gift cards are compared with Stripe: longer than a weekend without a worker. */
export const BACK_MS = 3 * DAY_MS;

interface MoneyCheck {
  /** Extends the checked period beyond three days, to cover a difference found earlier. */
  since?: Date;
  /**
   * The instant of the backup that this installation was restored to. Users who signed up later have no
   * account here, so every payment at Stripe with our metadata counts as ours, including those of another
   * installation that shares the Stripe account.
   */
  restoredTo?: Date;
  /** The alert keys of differences found earlier. */
  known?: ReadonlySet<string>;
}

/**
 * Checks the ledger, and compares rides and gift cards with Stripe for the last three days, or longer.
 * Read-only.
 *
 * @throws when Stripe does not answer
 */
export async function findMoneyDifferences({
  since: requestedSince,
  restoredTo,
  known,
}: MoneyCheck = {}): Promise<MoneyDifference[]> {
  const longer = [requestedSince, restoredTo].flatMap((at) => at?.getTime() ?? []);
  const since = new Date(Math.min(databaseClock.nowMs() - BACK_MS, ...longer));
  const payments = await listPaymentsSince(since);
  const isUser = async (userId: string) => restoredTo !== undefined || (await findUser(userId)) !== null;
  return [
    ...(await findLedgerDifferences()),
    ...(await findPaymentDifferences({ payments, since, isUser, known })),
    ...(await findChargeDifferences({ payments, since, isUser, known })),
    ...(await findPurchaseDifferences({ payments, since, treatsUnknownAsLost: restoredTo !== undefined })),
  ];
}
