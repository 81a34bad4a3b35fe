import { expect } from 'vitest';
import type { UserRecord } from '../users/user-model.ts';
import { visitor } from './as.ts';
import { mailed, tokenIn } from './mailed.ts';

/** The default new password. */
export const PASSWORD = 'nine silver limousines';

/** Requests a reset link for an address. */
export const requestLink = (email: string, browser = visitor()) =>
  browser.post('/api/password-resets', { email });

/** Sets a new password with the token of a link. */
export const redeemToken = (token: string, password = PASSWORD) =>
  visitor().post('/api/password-resets/spend', { token, password });

/** Returns the tokens of all reset links mailed to a user, oldest first. */
export const tokensOf = async ({ email }: UserRecord) => (await mailed('password-reset', email)).map(tokenIn);

/** Signs in with a password, in a new browser. */
export const signIn = (email: string, password: string) =>
  visitor().post('/api/session', { email, password });

/** Requests a reset link for a user. @returns its token */
export async function requestToken(user: UserRecord): Promise<string> {
  expect((await requestLink(user.email)).status).toBe(202);
  return (await tokensOf(user)).at(-1) ?? '';
}
