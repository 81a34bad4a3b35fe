import { execFile } from 'node:child_process';
import { expect } from 'playwright/test';

/** Returns the output of `npm run check:ledger` for the installation of a data folder. */
const checkLedger = (dataDir: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/on-services.mjs', 'server/check-ledger.ts'],
      { env: { ...process.env, DATA_DIR: dataDir } },
      // It exits with 1 when it finds differences, and prints them.
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`.trim()),
    );
  });

/** Waits until the ledger matches all payments, once nothing is in progress any more. */
export const expectLedgerInOrder = (dataDir: string): Promise<void> =>
  expect.poll(() => checkLedger(dataDir), { timeout: 30_000 }).toBe('The ledger is in order.');
