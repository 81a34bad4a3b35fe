import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { setRatesEdits, useRatesEdits } from '#web/features/ops/pricing/rates-edits.ts';
import { clearSignedOut, markSignedOut, receiveSession } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { clearConsoleDraftsOnSignOut } from './clear-drafts-on-sign-out.ts';

const dana = buildSession({ staff: buildUser() });
const mo = buildSession({ staff: buildUser() });
const nobody = buildSession();

beforeEach(() => {
  fakeStorage();
  receiveSession(dana);
  setRatesEdits(() => ({ draft: { rates: SEEDED_RATES, base: null } }));
  onTestFinished(clearConsoleDraftsOnSignOut());
});

/** Returns the keys of the kept rates edits, after all dynamic imports have settled. */
async function kept() {
  await vi.dynamicImportSettled();
  return Object.keys(useRatesEdits.getState());
}

test('unsaved console edits are cleared when staff sign out', async () => {
  markSignedOut();
  receiveSession(nobody);

  expect(await kept()).toEqual([]);
});

test('an expired session keeps unsaved console edits for the same staff member and clears them for another', async () => {
  clearSignedOut();
  receiveSession(nobody);
  receiveSession(dana);
  expect(await kept()).toEqual(['draft']);

  receiveSession(mo);
  expect(await kept()).toEqual([]);
});
