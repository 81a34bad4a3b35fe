import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redis, redisKey } from '../infra/redis.ts';
import { startNode } from '../start-node.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { extendDueSessions, readSessionList } from './session-list.ts';
import { SessionStore } from './session-store.ts';
import { endSessionsOf } from './user-sessions.ts';

setUpTestApp();

const store = new SessionStore();
const write = promisify(store.set.bind(store));
const read = promisify<string, unknown>(store.get.bind(store));
const destroy = promisify<string>(store.destroy.bind(store));

const WEEK_SECONDS = 7 * 86_400;

/** Writes a session that expires in a minute, and was last active a day ago. */
async function writeSession(sessionId: string, riderId: string): Promise<void> {
  await write(sessionId, { riderId, signedInAt: new Date().toISOString(), isNew: true } as SessionData);
  await redis.expire(redisKey('session', sessionId), 60);
  await redis.zadd(redisKey('sessions-of', riderId), Date.now() - 86_400_000, sessionId);
}

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

test('sessions that are read are extended together after a moment, and their last activity is recorded', async () => {
  const riderIds = Array.from({ length: 150 }, (_, index) => `${index}`.padStart(24, 'e'));
  const sessionIdOf = (riderId: string) => `read-${riderId}`;
  for (const riderId of riderIds) await writeSession(sessionIdOf(riderId), riderId);
  const sent = vi.spyOn(redis, 'sendCommand');
  onTestFinished(() => {
    sent.mockRestore();
  });

  const writes = () =>
    sent.mock.calls.map(([{ name }]) => name).filter((name) => !['get', 'ttl', 'ping'].includes(name));

  await Promise.all(riderIds.map((riderId) => read(sessionIdOf(riderId))));
  expect(writes()).toEqual([]);

  const secondsLeft = () =>
    Promise.all(riderIds.map((riderId) => redis.ttl(redisKey('session', sessionIdOf(riderId)))));
  await expect.poll(async () => Math.min(...(await secondsLeft()))).toBeGreaterThan(WEEK_SECONDS - 60);
  expect(writes()).toEqual(['eval', 'eval']);
  for (const riderId of riderIds) {
    expect(await readSessionList(riderId)).toMatchObject([{ sessionId: sessionIdOf(riderId) }]);
    expect((await readSessionList(riderId))[0]?.seenAt).toBeGreaterThan(Date.now() - 60_000);
  }
});

test('a session that ended before its extension is neither revived nor listed again', async () => {
  const riderId = 'd'.repeat(24);
  await writeSession('ended-meanwhile', riderId);
  await writeSession('read-as-well', riderId);
  await read('ended-meanwhile');
  await read('read-as-well');
  await endSessionsOf(riderId, 'read-as-well');

  await extendDueSessions();

  expect(await redis.exists(redisKey('session', 'ended-meanwhile'))).toBe(0);
  expect((await readSessionList(riderId)).map(({ sessionId }) => sessionId)).toEqual(['read-as-well']);
  expect(await redis.ttl(redisKey('session', 'read-as-well'))).toBeGreaterThan(WEEK_SECONDS - 60);
});

test('a node that closes first extends the sessions that it has read', async () => {
  await writeSession('read-before-closing', 'b'.repeat(24));
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  await read('read-before-closing');

  await node.close();

  expect(await redis.ttl(redisKey('session', 'read-before-closing'))).toBeGreaterThan(WEEK_SECONDS - 60);
});

test('while Redis is unavailable the extension of sessions fails without an error', async () => {
  const riderId = 'c'.repeat(24);
  await writeSession('not-extended', riderId);
  await read('not-extended');
  const failing = vi.spyOn(redis, 'eval').mockRejectedValue(new Error('Connection is closed.'));
  onTestFinished(() => {
    failing.mockRestore();
  });

  await extendDueSessions();

  expect(await redis.ttl(redisKey('session', 'not-extended'))).toBeLessThanOrEqual(60);
  await destroy('not-extended');
});
