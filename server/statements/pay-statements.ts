import { AppError } from '#common/errors.ts';
import type { Cents } from '#common/money.ts';
import type { StatementSummary } from '#common/statements/statement.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { openStatement } from './change-statement.ts';
import { isOver, readWeek, summaryOf, type VersionedStatement } from './read-statements.ts';
import { type StatementDoc, StatementModel } from './statement-model.ts';

interface Payment {
  week: string;
  /** The drivers, with the amounts that the admin saw. */
  statements: readonly { driverId: string; paysCents: Cents }[];
  by: { id: string; name: string };
  /** Called for each statement as soon as it is marked, since a later one may make the call fail. */
  onPaid: (statement: StatementSummary) => Promise<void>;
}

/**
 * Marks the week of several drivers as paid, which freezes its rides, changes and amount, by one guarded
 * update per driver. Idempotent for the same admin.
 *
 * @returns the statements that this call marked
 * @throws AppError INVALID_REQUEST for a week that is not over, or a negative amount
 * @throws AppError STATEMENT_CHANGED if an amount differs or another admin was first. Nothing has been
 * written then, except in a race, where earlier statements of the list may be marked.
 */
export async function payStatements({ week, statements, by, onPaid }: Payment): Promise<StatementSummary[]> {
  if (!isOver(week)) {
    throw fieldRefusal('week', 'This week is not over. It can be marked as paid from Monday on.');
  }
  const known = await readWeek(week);
  const wanted = statements.map(({ driverId, paysCents }) => {
    const found = known.find(({ statement }) => statement.driverId === driverId);
    if (!found) throw new AppError('STATEMENT_CHANGED', 'One of these drivers has nothing in this week.');
    return { ...found, expectedCents: paysCents };
  });

  const toPay: VersionedStatement[] = [];
  for (const { expectedCents, ...each } of wanted) {
    const isRepeat = await isPaidBy(each, by.id, expectedCents);
    if (isRepeat) continue;
    requirePayable(each, expectedCents);
    toPay.push(each);
  }
  const paid: StatementSummary[] = [];
  for (const each of toPay) {
    const marked = await markPaid(each, by);
    if (marked) {
      await onPaid(marked);
      paid.push(marked);
    } else if (!(await isPaidBy(each, by.id, each.statement.paysCents))) throw lost(each);
  }
  return paid;
}

function requirePayable({ statement }: VersionedStatement, expectedCents: Cents): void {
  const { driverName, paid, paysCents } = statement;
  if (paid) {
    throw new AppError(
      'STATEMENT_CHANGED',
      `${paid.by} already marked ${driverName} as paid. The list is up to date.`,
    );
  }
  if (paysCents !== expectedCents) {
    throw new AppError(
      'STATEMENT_CHANGED',
      `The sum of ${driverName} changed a moment ago. Please look again.`,
    );
  }
  if (paysCents < 0) {
    throw fieldRefusal(
      'statements',
      `The total for ${driverName} is below zero. Move it to the next week with a change in each.`,
    );
  }
}

/** Whether this admin has marked exactly this amount as paid. */
async function isPaidBy({ statement }: VersionedStatement, byId: string, paysCents: Cents): Promise<boolean> {
  const { driverId, week } = statement;
  const found = await StatementModel.exists({
    driverId,
    week,
    'paid.by.id': byId,
    'paid.paysCents': paysCents,
  });
  return found !== null;
}

/** @returns null if it was paid, or a change was added, since it was read */
async function markPaid(
  { statement, version }: VersionedStatement,
  by: Payment['by'],
): Promise<StatementSummary | null> {
  const { driverId, week, driverName, paysCents } = statement;
  const rides = statement.rides.map(({ isUnderReview: _, ...ride }) => ride);
  await openStatement({ driverId, week });
  const at = databaseClock.now();
  const marked = await StatementModel.findOneAndUpdate(
    { driverId, week, version, paid: null },
    { $set: { paid: { at, by, paysCents, driverName, rides } }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<StatementDoc>();
  return marked && summaryOf({ ...statement, paid: { at: at.toISOString(), by: by.name } });
}

const lost = ({ statement }: VersionedStatement): AppError =>
  new AppError(
    'STATEMENT_CHANGED',
    `${statement.driverName} was changed or marked as paid by somebody else a moment ago. Please look again.`,
  );
