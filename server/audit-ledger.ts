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
 * Audits gift cards, promos and the rides they paid for. Reads only. Changes in flight may show as problems,
 * so run it twice.
 */
export const auditLedger = async (): Promise<MoneyDifference[]> => [
  ...(await auditGiftCards({ isPaid })),
  ...(await auditPromos()),
  ...(await auditHolds()),
  ...(await auditRideMoney()),
  ...(await auditLateCredits()),
];

/** As far back as rides and gift cards are held against Stripe: longer than a weekend without a worker. */
export const BACK_MS = 3 * 86_400_000;

interface LedgerAudit {
  /** Looks further back than three days, to where a difference that was found before lies. */
  since?: Date;
  /**
   * The instant of the backup that this installation was restored to. People who came after it have no account here, so that
   * every payment with our metadata at Stripe counts as ours, also those of an installation that shares the account.
   */
  restoredTo?: Date;
  /** The keys of the alerts of differences that were found before. */
  known?: ReadonlySet<string>;
}

/**
 * Audits the ledger, and holds what rides, gift cards and Stripe say of the last three days, or of a longer time, against
 * each other. Reads only.
 *
 * @throws when Stripe does not answer
 */
export async function findMoneyDifferences({
  since: askedFor,
  restoredTo,
  known,
}: LedgerAudit = {}): Promise<MoneyDifference[]> {
  const longer = [askedFor, restoredTo].flatMap((at) => at?.getTime() ?? []);
  const since = new Date(Math.min(databaseClock.nowMs() - BACK_MS, ...longer));
  const payments = await listPaymentsSince(since);
  const isUser = async (userId: string) => restoredTo !== undefined || (await findUser(userId)) !== null;
  return [
    ...(await auditLedger()),
    ...(await auditPayments({ payments, since, isUser, known })),
    ...(await auditCharges({ payments, since, isUser, known })),
    ...(await auditPurchases({ payments, since, areAllOurs: restoredTo !== undefined })),
  ];
}
