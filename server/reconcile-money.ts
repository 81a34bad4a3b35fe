import { listHeldAlerts, settleAlerts } from './alerts/alerts.ts';
import { findMoneyDifferences } from './audit-ledger.ts';
import type { MoneyDifference } from './money-difference.ts';
import { correctStatements } from './statements/change-statement.ts';

const KIND = 'money-difference';

/** One alert a difference; another sum is another difference. */
const keyOf = (text: string): string => `${KIND} ${text}`;

/**
 * Holds rides, gift cards and Stripe against each other, opens an alert for each difference, and resolves those of
 * differences that are gone. Before that, drivers' statements are corrected by what changed after they were paid.
 * Repeatable.
 */
export async function reconcileMoney(): Promise<void> {
  await correctStatements();
  const found = await findLasting();
  const due = found.map(({ subject, text }) => ({ key: keyOf(text), kind: KIND, subject, text }) as const);
  await settleAlerts(due, await listHeldAlerts([KIND]));
}

/** What is found twice: a change in flight may look like a difference once. */
async function findLasting(): Promise<MoneyDifference[]> {
  const first = await findMoneyDifferences();
  if (first.length === 0) return [];
  const again = new Set((await findMoneyDifferences()).map(({ text }) => text));
  return first.filter(({ text }) => again.has(text));
}
