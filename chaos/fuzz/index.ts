import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import { type RunningMarquee, runMarquee } from '../../e2e/testing/run-marquee.ts';
import { ROOT } from '../builds.ts';
import { until } from '../testbed/cluster.ts';
import { type DocumentedCall, readCalls } from './documented-calls.ts';
import { gatherPeople, type People, restore } from './people.ts';
import { Fault, runSteps } from './run-steps.ts';
import { type Step, sequences } from './steps.ts';

/**
 * Drives every call of the OpenAPI document of a product that was started for it, with people of every role and rides in
 * every state. Prints the shortest sequence of steps that makes it fail, and writes `fuzz.json` in `test-results/`.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];

/** Waits end soon, and nobody is limited by the minute: limits by name are forgotten between sequences. */
const SETTINGS = { REQUESTS_PER_MINUTE: '100000000', PAYMENT_WAIT_MS: '500', LOG_LEVEL: 'warn' };

/** Not the environment's services: what is fuzzed has to be this run's own. */
const OWN_SERVICES = {
  MONGO_URL: '',
  REDIS_URL: '',
  QUEUE_REDIS_URL: '',
  STRIPE_SECRET_KEY: '',
  SMTP_URL: '',
};

/** So many sequences run before drivers are on duty again. */
const RESTORED_EVERY = 5;

/** Changes what everybody else here needs: the fuzzer's own admin could be disabled, or nothing be sold any more. */
const LEFT_OUT = new Set(['PATCH /api/ops/staff/{userId}', 'PUT /api/ops/capacity']);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const nameOf = ({ method, path }: DocumentedCall): string => `${method} ${path}`;

/** Deletes what was counted for the limits of calls: nobody calls so often. */
async function forgetLimits(redis: Redis): Promise<void> {
  const keys = await redis.keys('*limit:*');
  if (keys.length > 0) await redis.unlink(keys);
}

/** What lists answer before any step. */
async function readLists({ admin }: People, calls: readonly DocumentedCall[]) {
  const lists = calls.filter(
    ({ method, path, query }) => method === 'GET' && !/\{/.test(path) && !query?.required?.length,
  );
  const earlier: [string, unknown][] = [];
  for (const { path } of lists) earlier.push([path, (await admin.send({ method: 'GET', path })).body]);
  return earlier;
}

/** The shortest sequence found that fails, and what was wrong. */
function describe({
  counterexample,
  errorInstance,
  seed: ran,
  counterexamplePath,
}: fc.RunDetails<[Step[]]>): string {
  const steps = (counterexample?.[0] ?? []).map((step) => `  ${JSON.stringify(step)}`);
  const what = errorInstance instanceof Fault ? errorInstance.message : String(Object(errorInstance).stack);
  return [what, `after, with seed ${ran} (${counterexamplePath}):`, ...steps].join('\n');
}

/** What `npm run check:ledger` says, as soon as nothing is on its way any more. */
async function checkLedger(dataDir: string): Promise<string | null> {
  const args = ['scripts/on-services.mjs', 'server/check-ledger.ts'];
  const check = () =>
    promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } });
  let said = '';
  const isInOrder = async () => {
    const { stdout } = await check().catch((error) => error);
    said = stdout;
    return said.includes('The ledger is in order.');
  };
  return until(isInOrder, { what: 'the ledger', withinMs: 90_000 }).then(
    () => null,
    () => said,
  );
}

async function fuzz(marquee: RunningMarquee) {
  const { web, stripe, redis: redisUrl } = marquee.services;
  const document = await (await fetch(`${web}/api/openapi.json`)).json();
  const { calls: all, find } = readCalls(document);
  const calls = all.filter((call) => !LEFT_OUT.has(nameOf(call)));
  const redis = new Redis(redisUrl);
  const people = await gatherPeople(marquee.services);
  await restore(people);
  const earlier = await readLists(people, calls);

  let sent = 0;
  let sequence = 0;
  let hasFailed = false;
  const statuses = new Map<string, Map<number, number>>();
  const onRequest = (call: string, status: number) => {
    sent += 1;
    const counts = statuses.get(call) ?? new Map<number, number>();
    statuses.set(call, counts.set(status, (counts.get(status) ?? 0) + 1));
  };
  const world = {
    people,
    calls: new Map(all.map((call) => [nameOf(call), call])),
    stripe,
    earlier,
    onRequest,
  };

  const property = fc.asyncProperty(sequences(calls, find), async (steps) => {
    if (sent >= requests && !hasFailed) return;
    try {
      await runSteps(steps, world);
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      await forgetLimits(redis);
      sequence += 1;
      if (sequence % RESTORED_EVERY === 0) await restore(people);
    }
  });
  const details = await fc.check(property, { seed, numRuns: Math.ceil(requests / 4) });
  redis.disconnect();
  return { details, sent, statuses, calls };
}

const startedAt = performance.now();
const marquee = await runMarquee([], {
  env: { ...OWN_SERVICES, ...SETTINGS },
  program: join(ROOT, 'dist/launch.js'),
});
const failures: string[] = [];
let report: Awaited<ReturnType<typeof fuzz>>;
let unserved: string[];
try {
  report = await fuzz(marquee);
  if (report.details.failed) failures.push(describe(report.details));
  const problem = await checkLedger(marquee.dataDir);
  if (problem) failures.push(problem);
  const { statuses, calls } = report;
  unserved = calls
    .map(nameOf)
    .filter((call) => ![...(statuses.get(call)?.keys() ?? [])].some((status) => status < 300));
} finally {
  await marquee.stop();
}

const { sent, statuses, calls } = report;
// What was answered, and the ledger.
const passed = 2 - failures.length;
const results = join(ROOT, 'test-results');
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, 'fuzz.json'),
  JSON.stringify({ passed, failed: failures.length, failures, unserved }),
);
for (const failure of failures) console.log(failure);
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(
  `${sent} requests of ${statuses.size} calls, ${calls.length - unserved.length} of them served, in ${seconds} s, seed ${seed}: ${failures.length === 0 ? 'no fault, and the ledger is in order' : 'faults'}`,
);
process.exit(failures.length === 0 ? 0 : 1);
