import { DAY_MS } from '#common/durations.ts';
import { auditGiftCards } from './gift-cards/ledger-audit.ts';
import { auditPurchases } from './gift-cards/purchase-audit.ts';
import { databaseClock } from './infra/database-clock.ts';
import type { MoneyDifference } from './money-difference.ts';
import { listPaymentsSince } from './payments/stripe-records.ts';
import { auditPromos } from './promos/promo-audit.ts';
import { auditLateCredits } from './rides/audit-late-credits.ts';
import { auditHolds } from './rides/booking/ride-holds.ts';
import { auditCharges } from './rides/charges/charge-audit.ts';
import { auditRideMoney } from './rides/payment/audit-ride-money.ts';
import { auditPayments } from './rides/payment/payment-audit.ts';
import { isPaid } from './rides/ride-queries.ts';
import { findUser } from './users/accounts.ts';

/**
 * Audits gift cards, promos and the rides they paid for. Read-only. Changes in flight can appear as problems,
 * so run it twice.
 */
export const auditLedger = async (): Promise<MoneyDifference[]> => [
  ...(await auditGiftCards({ isPaid })),
  ...(await auditPromos()),
  ...(await auditHolds()),
  ...(await auditRideMoney()),
  ...(await auditLateCredits()),
];

/** How far back rides and gift cards are compared with Stripe: longer than a weekend without a worker. */
export const BACK_MS = 3 * DAY_MS;

interface LedgerAudit {
  /** Extends the audited period beyond three days, to cover a difference found earlier. */
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
 * Audits the ledger, and compares rides and gift cards with Stripe for the last three days, or longer.
 * Read-only.
 *
 * @throws when Stripe does not answer
 */
export async function findMoneyDifferences({
  since: requestedSince,
  restoredTo,
  known,
}: LedgerAudit = {}): Promise<MoneyDifference[]> {
  const longer = [requestedSince, restoredTo].flatMap((at) => at?.getTime() ?? []);
  const since = new Date(Math.min(databaseClock.nowMs() - BACK_MS, ...longer));
  const payments = await listPaymentsSince(since);
  const isUser = async (userId: string) => restoredTo !== undefined || (await findUser(userId)) !== null;
  return [
    ...(await auditLedger()),
    ...(await auditPayments({ payments, since, isUser, known })),
    ...(await auditCharges({ payments, since, isUser, known })),
    ...(await auditPurchases({ payments, since, treatsUnknownAsLost: restoredTo !== undefined })),
  ];
}
