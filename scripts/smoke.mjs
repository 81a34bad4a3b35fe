/**
 * Checks an installation from the outside: `npm run smoke -- [url] [--redis-url <url>] [--metrics-token
 * <token>] [--operations <url>] [--timeout <seconds>]`.
 *
 * Without a url it checks the running `npm start` and its Redis. It waits for /readyz (at --operations if a
 * balancer hides it from the outside) and /readyz/sockets, opens the home page and /api/config, and signs in
 * (as the demo users; without a demo as an unknown account, which must be refused). With the token it reads
 * /metrics. With the Redis URL it waits until workers have run a scheduled job (REDIS_PREFIX as in the
 * installation). Exits with 1 at the first check that fails.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'redis-url': { type: 'string' },
    'metrics-token': { type: 'string' },
    operations: { type: 'string' },
    timeout: { type: 'string', default: '60' },
  },
});

/** Reads the addresses of the running `npm start`. */
function readServices() {
  const file = join(resolve(ROOT, process.env.DATA_DIR || '.data'), 'services.json');
  if (!existsSync(file)) {
    console.error(`No url given, and no npm start is running: ${file} is missing.`);
    process.exit(1);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

const services = positionals.length > 0 ? null : readServices();
const base = new URL(positionals[0] ?? services.web);
const redisUrl = values['redis-url'] ?? services?.redis;
const deadline = Date.now() + Number(values.timeout) * 1_000;

const operations = new URL(values.operations ?? base);

const request = (path, { headers, at = base, ...init } = {}) =>
  fetch(new URL(path, at), {
    signal: AbortSignal.timeout(5_000),
    redirect: 'manual',
    headers: { origin: base.origin, ...headers },
    ...init,
  });

/** @throws Error that quotes the reply, when its status differs */
async function expectStatus(reply, status) {
  if (reply.status === status) return reply;
  throw new Error(
    `${new URL(reply.url).pathname} answered ${reply.status}, not ${status}: ${(await reply.text()).slice(0, 300)}`,
  );
}

/** Retries until `attempt` succeeds. Rejects with the last error after the deadline. */
async function eventually(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(250);
    }
  }
}

async function checkPage() {
  const reply = await expectStatus(await request('/'), 200);
  const page = await reply.text();
  if (!/<title>[^<]*Marquee/.test(page)) throw new Error('The home page has no title that names Marquee.');
  const script = /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1];
  if (!script) throw new Error('The home page loads no script.');
  await expectStatus(await request(script), 200);
  return script;
}

async function checkConfig() {
  const { demo, stripePublishableKey } = await (await expectStatus(await request('/api/config'), 200)).json();
  if (typeof demo !== 'boolean' || !stripePublishableKey) throw new Error('/api/config lacks demo or key.');
  return { demo };
}

async function checkDemoSignIn() {
  const reply = await expectStatus(await request('/api/session/demo', { method: 'POST' }), 200);
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const read = await expectStatus(await request('/api/session', { headers: { cookie } }), 200);
  const { rider, driver } = await read.json();
  if (!rider || !driver) throw new Error('The session has no rider or no driver after the demo sign-in.');
  await expectStatus(await request('/api/session', { method: 'DELETE', headers: { cookie } }), 204);
  return 'as the demo rider and driver';
}

async function checkRefusal() {
  const body = JSON.stringify({ email: 'smoke-test@marquee.example', password: 'not the password' });
  const headers = { 'content-type': 'application/json' };
  await expectStatus(await request('/api/session', { method: 'POST', headers, body }), 401);
  return 'an unknown account is refused';
}

async function checkMetrics() {
  const headers = { authorization: `Bearer ${values['metrics-token']}` };
  const text = await (await expectStatus(await request('/metrics', { at: operations, headers }), 200)).text();
  if (!text.includes('http_request_duration_seconds')) throw new Error('/metrics counts no requests.');
  return `${text.split('\n').length} lines`;
}

/** One job is scheduled every second. Its next run only advances when a worker runs it. */
async function checkWorkers() {
  process.env.REDIS_URL = process.env.QUEUE_REDIS_URL = redisUrl;
  const { closeQueues, jobQueue } = await import('#server/infra/queues.ts');
  const readSchedule = async () => {
    const schedulers = await jobQueue().getJobSchedulers();
    return schedulers
      .map(({ key, next }) => `${key} ${next}`)
      .toSorted()
      .join('\n');
  };
  try {
    const before = await eventually(readSchedule);
    await eventually(async () => {
      if ((await readSchedule()) === before) throw new Error('No worker runs scheduled jobs.');
    });
    return `${await jobQueue().getWorkersCount()} connected`;
  } finally {
    await closeQueues();
  }
}

async function run(name, check) {
  const result = await check();
  console.log(`ok  ${name}: ${typeof result === 'string' ? result : JSON.stringify(result)}`);
  return result;
}

try {
  await run('/readyz', () =>
    eventually(async () => (await expectStatus(await request('/readyz', { at: operations }), 200)).json()),
  );
  await run('/readyz/sockets', () =>
    eventually(async () =>
      (await expectStatus(await request('/readyz/sockets', { at: operations }), 200)).json(),
    ),
  );
  await run('home page', checkPage);
  const { demo } = await run('/api/config', checkConfig);
  await run('sign-in', demo ? checkDemoSignIn : checkRefusal);
  if (values['metrics-token']) await run('/metrics', checkMetrics);
  if (redisUrl) await run('workers', checkWorkers);
  else console.log('--  workers: not checked, without --redis-url');
} catch (error) {
  console.error(`FAILED  ${base.origin}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}`);
  process.exitCode = 1;
}
