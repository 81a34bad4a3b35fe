import { type HeldAlert, listHeldAlerts, syncAlerts } from './alerts/alerts.ts';
import { BACK_MS, findMoneyDifferences } from './find-money-differences.ts';
import { databaseClock } from './infra/database-clock.ts';
import { MONEY_DIFFERENCE, type MoneyDifference, moneyAlert } from './money-difference.ts';
import { correctStatements } from './statements/change-statement.ts';

/**
 * Compares rides, gift cards and Stripe, opens an alert for each difference, and resolves the alerts of
 * differences that are gone. Looks back far enough to cover the oldest open alert. Before that, corrects
 * drivers' statements for changes after their payment. Idempotent.
 */
export async function reconcileMoney(): Promise<void> {
  await correctStatements();
  const held = await listHeldAlerts([MONEY_DIFFERENCE]);
  const since = Math.min(
    databaseClock.nowMs() - BACK_MS,
    ...held.filter(({ resolvedAt }) => resolvedAt === null).map(beganAt),
  );
  const found = await findLasting(new Date(since), new Set(held.map(({ key }) => key)));
  // Skips older alerts resolved by hand: their period was not checked, so the difference may still exist.
  await syncAlerts(
    found.map(moneyAlert),
    held.filter((alert) => beganAt(alert) >= since),
  );
}

/** Start of the period that was checked when the alert was opened. */
const beganAt = ({ openedAt }: HeldAlert): number => openedAt.getTime() - BACK_MS;

/**
 * Returns the differences found in two consecutive checks, since a change in flight may look like a
 * difference once.
 */
async function findLasting(since: Date, known: ReadonlySet<string>): Promise<MoneyDifference[]> {
  const first = await findMoneyDifferences({ since, known });
  if (first.length === 0) return [];
  const again = new Set((await findMoneyDifferences({ since, known })).map(({ text }) => text));
  return first.filter(({ text }) => again.has(text));
}
