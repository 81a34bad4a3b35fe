import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { visitor } from './testing/as.ts';
import { TEST_PASSWORD } from './testing/build-user.ts';
import { connectWithCookie } from './testing/connect-socket.ts';
import { argsOf } from './testing/programs.ts';
import { startProgram, type TestProgram } from './testing/start-program.ts';
import { startRedis, type TestRedis } from './testing/start-redis.ts';
import type { TestClient } from './testing/test-client.ts';

/** Every call must be answered within this time, in milliseconds. */
const ANSWERED_MS = 3_000;

let redis: TestRedis;
let store: TestProgram;
let directory = '';
let url = '';
let rider: TestClient;
let riderId = '';

beforeAll(async () => {
  redis = await startRedis();
  directory = mkdtempSync(join(tmpdir(), 'hanging-stores-'));
  store = await startStore(0);
  const server = await startProgram({
    command: process.execPath,
    args: argsOf('server/index.ts'),
    readyLine: /"port":(\d+),.*"msg":"server ready"/,
    env: { PORT: '0', LOG_LEVEL: 'info', REDIS_URL: redis.url, MONGO_URL: `${store.ready}/hanging` },
  });
  url = `http://127.0.0.1:${server.ready}`;
  rider = visitor(url);
  const account = { name: 'Ana Ruiz', email: 'ana@example.com', password: TEST_PASSWORD };
  riderId = Object(Object((await rider.post('/api/users', account)).body).rider).id;
  return async () => {
    for (const { end } of [server, store, redis]) await end('SIGKILL');
    rmSync(directory, { recursive: true });
  };
}, 60_000);

/** Starts a document store that keeps its data across restarts. Port 0 means any free port. */
const startStore = (port: number) =>
  startProgram({
    command: process.execPath,
    args: ['--import', 'tsx', 'embedded/document-store/index.ts', '--port', `${port}`, '--dir', directory],
    readyLine: /^ready (\S+)/,
  });

/** Suspends a process: its connections stay open, but nothing answers. Resumed when the test ends. */
function hang({ child }: TestProgram): () => void {
  child.kill('SIGSTOP');
  const goOn = () => void child.kill('SIGCONT');
  onTestFinished(goOn);
  return goOn;
}

/** Returns the status of a call, and whether the reply came in time. */
async function answerTo(method: string, path: string, body?: unknown) {
  const askedAt = performance.now();
  const { status } = await rider.send(method, path, body);
  return { status, isInTime: performance.now() - askedAt < ANSWERED_MS };
}

const SIGN_IN = { email: 'ana@example.com', password: TEST_PASSWORD };
const UNAVAILABLE = { status: 503, isInTime: true };

const answers = () =>
  Promise.all([
    answerTo('GET', `/api/rides/rider/${riderId}`),
    answerTo('GET', '/api/session'),
    answerTo('POST', '/api/session', SIGN_IN),
  ]);

test.each([
  ['Redis', () => redis],
  ['MongoDB', () => store],
])(
  'while %s hangs, calls get 503 in time and sockets stay connected, and calls succeed once it resumes',
  async (_name, program) => {
    const phone = await connectWithCookie(rider.cookie, { url });
    // After this reply the node has also looked up the session of the new socket.
    expect((await answerTo('GET', '/api/session')).status).toBe(200);
    const goOn = hang(program());

    expect(await answers()).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    expect((await fetch(`${url}/robots.txt`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(phone.socket.connected).toBe(true);

    goOn();
    await expect.poll(async () => (await answerTo('GET', `/api/rides/rider/${riderId}`)).status).toBe(200);
    expect(phone.socket.connected).toBe(true);
  },
);

test('while MongoDB is down, calls get 503 in time, and calls succeed once it is back', async () => {
  const { port } = new URL(store.ready);
  const hasMongo = async () => Object(await (await fetch(`${url}/readyz`)).json()).mongo;
  await store.end('SIGKILL');
  await expect.poll(hasMongo).toBe(false);
  expect(await answers()).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);

  store = await startStore(Number(port));

  await expect.poll(hasMongo).toBe(true);
  expect((await answerTo('GET', `/api/rides/rider/${riderId}`)).status).toBe(200);
});
