import { AppError } from '#common/errors.ts';
import { HELD_DATA } from '#common/personal-data/held-data.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import type { Held } from '../held-data.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { listRidesOfPerson } from '../rides/held-rides.ts';
import { listNeverUsed } from '../users/held-users.ts';
import { deleteAccount } from './delete-account.ts';
import { eraseLeftovers } from './erase-account.ts';
import { HELD } from './table.ts';

const DAY_MS = 86_400_000;

/**
 * Enforces the retention periods of `HELD_DATA`: removes or strips older data. Then deletes accounts that
 * were never used, and erases recently deleted ones again. Idempotent.
 *
 * @throws AggregateError after everything was tried, so that one failure does not stop the rest
 */
export async function removeOldData(): Promise<void> {
  const ofPeriods = Object.entries(HELD_DATA).flatMap(([name, { keep }]) => {
    const removeBefore = removeBeforeOf(name);
    return keep && removeBefore
      ? [() => removeBefore(new Date(databaseClock.nowMs() - keep.days * DAY_MS))]
      : [];
  });
  const failures: unknown[] = [];
  for (const step of [...ofPeriods, deleteNeverUsed, eraseLeftovers]) {
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `not all old data removed: ${failures.join('; ')}`);
}

const rows = new Map<string, Held>(Object.entries(HELD));
const removeBeforeOf = (name: string): Held['removeBefore'] => rows.get(name)?.removeBefore;

async function deleteNeverUsed(): Promise<void> {
  for (const userId of await listNeverUsed()) {
    const { bookedIds } = await listRidesOfPerson(userId);
    if (bookedIds.length > 0) continue;
    try {
      await deleteAccount(userId, { by: 'period', actor: WORKER });
      logger.info({ userId }, 'unused account deleted');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.warn({ userId, reason: error.code }, 'unused account not deleted yet');
    }
  }
}
