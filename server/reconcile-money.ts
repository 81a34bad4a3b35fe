import { type HeldAlert, listHeldAlerts, syncAlerts } from './alerts/alerts.ts';
import { BACK_MS, findMoneyDifferences } from './audit-ledger.ts';
import { databaseClock } from './infra/database-clock.ts';
import { MONEY_DIFFERENCE, type MoneyDifference, moneyAlert } from './money-difference.ts';
import { correctStatements } from './statements/change-statement.ts';

/**
 * Holds rides, gift cards and Stripe against each other, opens an alert for each difference, and resolves those of
 * differences that are gone: it looks back to the oldest that is open. Before that, drivers' statements are corrected by
 * what changed after they were paid. Repeatable.
 */
export async function reconcileMoney(): Promise<void> {
  await correctStatements();
  const held = await listHeldAlerts([MONEY_DIFFERENCE]);
  const since = Math.min(
    databaseClock.nowMs() - BACK_MS,
    ...held.filter(({ resolvedAt }) => resolvedAt === null).map(beganAt),
  );
  const found = await findLasting(new Date(since), new Set(held.map(({ key }) => key)));
  // An older one, which somebody put aside, was not looked at, so that it may not be gone.
  await syncAlerts(
    found.map(moneyAlert),
    held.filter((alert) => beganAt(alert) >= since),
  );
}

/** From when on what an alert was opened for was looked at. */
const beganAt = ({ openedAt }: HeldAlert): number => openedAt.getTime() - BACK_MS;

/** What is found twice: a change in flight may look like a difference once. */
async function findLasting(since: Date, known: ReadonlySet<string>): Promise<MoneyDifference[]> {
  const first = await findMoneyDifferences({ since, known });
  if (first.length === 0) return [];
  const again = new Set((await findMoneyDifferences({ since, known })).map(({ text }) => text));
  return first.filter(({ text }) => again.has(text));
}
