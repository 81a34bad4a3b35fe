import { expect } from 'vitest';
import type { UserRecord } from '../users/user-model.ts';
import { visitor } from './as.ts';
import { mailed, tokenIn } from './mailed.ts';

/** The new password, unless told. */
export const PASSWORD = 'nine silver limousines';

/** Asks for a link to be mailed to an address. */
export const ask = (email: string, browser = visitor()) => browser.post('/api/password-resets', { email });

/** Sets a new password by a link's token. */
export const spend = (token: string, password = PASSWORD) =>
  visitor().post('/api/password-resets/spend', { token, password });

/** The tokens of all links mailed to somebody that have a mail, the oldest first. */
export const tokensOf = async ({ email }: UserRecord) => (await mailed('password-reset', email)).map(tokenIn);

/** Signs in by a password, in a browser of its own. */
export const signIn = (email: string, password: string) =>
  visitor().post('/api/session', { email, password });

/** Asks for a link to be mailed to somebody. @returns its token */
export async function forget(user: UserRecord): Promise<string> {
  expect((await ask(user.email)).status).toBe(202);
  return (await tokensOf(user)).at(-1) ?? '';
}
