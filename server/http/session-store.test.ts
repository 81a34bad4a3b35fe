import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { expect, test } from 'vitest';
import { redis, redisKey } from '../infra/redis.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { SessionStore } from './session-store.ts';
import { endSessionsOf } from './user-sessions.ts';

setUpTestApp();

const store = new SessionStore();
const write = promisify(store.set.bind(store));

/** Yields to pending callbacks this many times. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

test('a session written while its user’s sessions are being ended does not survive the next ending', async () => {
  const riderId = 'f'.repeat(24);
  const session: Partial<SessionData> = { riderId, signedInAt: new Date().toISOString(), isNew: true };
  const beginAt = Array.from({ length: 40 }, (_, index) => index % 8);

  for (const [index, turns] of beginAt.entries()) {
    const sessionId = `written-meanwhile-${index}`;
    const written = write(sessionId, session as SessionData);
    await pass(turns);
    await endSessionsOf(riderId);
    await written;

    await endSessionsOf(riderId);

    expect(await redis.exists(redisKey('session', sessionId)), `after ${turns} turns`).toBe(0);
  }
});
