import { HOUR_MS } from '#common/durations.ts';
import { BACKUP_OLD_MS, findNewestBackup } from '../infra/backups.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type Finding, warning, well } from './finding.ts';

const HOW = 'docs/runbook.md says how, at BackupsOld.';

/**
 * Checks that there is a recent backup, made last night.
 *
 * @param folder where backups are kept; empty if not configured
 */
export async function* examineBackups(folder: string): AsyncGenerator<Finding> {
  if (folder === '') {
    yield warning('BACKUP_DIR is not set: nobody sees whether there are backups.', `Set it. ${HOW}`);
    return;
  }
  const newest = await findNewestBackup(folder);
  if (newest === null) {
    yield warning(`There is no backup in ${folder}.`, `Make one every night. ${HOW}`);
    return;
  }
  const ageMs = databaseClock.nowMs() - newest.getTime();
  const text = `The newest backup is ${Math.floor(ageMs / HOUR_MS)} hours old.`;
  yield ageMs < BACKUP_OLD_MS ? well(text) : warning(text, `Look why last night's was not made. ${HOW}`);
}
