import { DAY_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { PERSONAL_DATA } from '#common/personal-data/personal-data.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { listRidesOfPerson } from '../rides/rides-data.ts';
import { listNeverUsed } from '../users/users-data.ts';
import { deleteAccount } from './delete-account.ts';
import { eraseLeftovers } from './erase-account.ts';
import { PERSONAL_DATA_SOURCES } from './table.ts';

/**
 * Enforces the retention periods of `PERSONAL_DATA`: removes or strips older data. Then deletes accounts that
 * were never used, and erases recently deleted ones again. Idempotent.
 *
 * @throws AggregateError after everything was tried, so that one failure does not stop the rest
 */
export async function removeOldData(): Promise<void> {
  const ofPeriods = Object.entries(PERSONAL_DATA).flatMap(([name, { keep }]) => {
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

const rows = new Map<string, PersonalDataSource>(Object.entries(PERSONAL_DATA_SOURCES));
const removeBeforeOf = (name: string): PersonalDataSource['removeBefore'] => rows.get(name)?.removeBefore;

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
