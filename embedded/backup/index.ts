import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../launch/programs.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

/** `npm run backup` and `npm run restore -- <folder of a backup>`; see docs/runbook.md. */
const { positionals } = parseArgs({ allowPositionals: true });
const [command, backup] = positionals;
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
const backupDir = resolve(ROOT, process.env.BACKUP_DIR || join(dataDir, 'backups'));

const countOf = ({ documents }: Manifest): string =>
  `${Object.values(documents).reduce((sum, count) => sum + count, 0)} documents`;

async function run(): Promise<void> {
  if (process.env.MONGO_URL) {
    throw new Error('MONGO_URL names a MongoDB: it is backed up by deploy/backup.sh, see docs/runbook.md.');
  }
  if (command === 'make' && !backup) {
    const made = await makeBackup({ dataDir, backupDir });
    console.log(`${made.path}: ${countOf(made)} as of ${made.at}. Copy it to another machine.`);
  } else if (command === 'restore' && backup) {
    const restored = await restoreBackup({ backup: resolve(backup), dataDir });
    console.log(`${dataDir}: ${countOf(restored)} as of ${restored.at}. Now npm start, and then
npm run check:ledger -- --restored-to ${restored.at}
which names what Stripe has of the time since.`);
  } else {
    throw new Error('npm run backup, or npm run restore -- <folder of a backup>');
  }
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
