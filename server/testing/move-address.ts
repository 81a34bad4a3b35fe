import { expect } from 'vitest';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { TEST_PASSWORD } from './build-user.ts';
import { mailed, tokenIn } from './mailed.ts';

/** Changes the email address of an account, by the link mailed to the new address. */
export async function moveAddress(user: UserRecord, email: string): Promise<void> {
  const change = { role: user.role, currentPassword: TEST_PASSWORD, email };
  const asked = await as(user).send('PUT', '/api/account/email', change);
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  const token = tokenIn((await mailed('email-change', email)).at(-1));
  const moved = await as(user).post('/api/email-confirmations/spend', { token });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
}
