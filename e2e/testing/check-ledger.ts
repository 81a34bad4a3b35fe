import { execFile } from 'node:child_process';
import { expect } from 'playwright/test';

/** What `npm run check:ledger` prints about the installation of a data folder. */
const checkLedger = (dataDir: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/on-services.mjs', 'server/check-ledger.ts'],
      { env: { ...process.env, DATA_DIR: dataDir } },
      // It ends with 1 where something is found, and prints what.
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`.trim()),
    );
  });

/** Every cent is where the ledger says, as soon as nothing is on its way any more. */
export const expectLedgerInOrder = (dataDir: string): Promise<void> =>
  expect.poll(() => checkLedger(dataDir), { timeout: 30_000 }).toBe('The ledger is in order.');
