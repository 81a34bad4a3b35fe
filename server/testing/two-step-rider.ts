import { expect, vi } from 'vitest';
import { recoveryCodesSchema, totpSecretSchema } from '#common/users/factors.ts';
import type { UserRecord } from '../users/user-model.ts';
import { visitor } from './as.ts';
import { buildRider, TEST_PASSWORD } from './build-user.ts';
import { codeIn, type TestClient } from './test-client.ts';
import { codeOf } from './totp-codes.ts';

/** How long an authenticator app shows a code, in milliseconds. */
export const STEP_MS = 30_000;

/** Advances the clock, which the test has set by `travelTo`. */
export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Signs in with a password. */
export const givePassword = ({ email }: { email: string }, browser = visitor(), password = TEST_PASSWORD) =>
  browser.post('/api/session', { email, password });

/** Completes a sign-in with a code. */
export const giveCode = (browser: TestClient, code: string) =>
  browser.post('/api/session/second-factor', { code });

/** Builds a rider who set up an authenticator app in the previous 30-second step. */
export async function buildTwoStepRider() {
  const rider = await buildRider();
  const browser = visitor();
  await givePassword(rider, browser);
  const { secret } = totpSecretSchema.parse(
    (await browser.post('/api/account/totp', { role: 'rider' })).body,
  );
  const confirmed = await browser.post('/api/account/totp/confirm', { role: 'rider', code: codeOf(secret) });
  const { recoveryCodes } = recoveryCodesSchema.parse(confirmed.body);
  pass(2 * STEP_MS);
  return { rider, browser, secret, recoveryCodes };
}

/** Returns a browser in which the password was right and the code is still missing. */
export async function halfSignIn(rider: UserRecord): Promise<TestClient> {
  const browser = visitor();
  expect(codeIn(await givePassword(rider, browser))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  return browser;
}
