import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import { type RunningMarquee, runMarquee } from '../../e2e/testing/run-marquee.ts';
import { ROOT } from '../builds.ts';
import { until } from '../testbed/cluster.ts';
import { createCaller, Fault, type World } from './caller.ts';
import { CANNOT_BE_SERVED } from './cannot-be-served.ts';
import { type DocumentedCall, readCalls } from './documented-calls.ts';
import { createMailedSecrets } from './mailed-secrets.ts';
import { gatherPeople, type People, type Person, seedPeople } from './people.ts';
import { createRestorer } from './restore.ts';
import { runSteps } from './run-steps.ts';
import { playScene } from './scenes.ts';
import { createSeenIds } from './seen-ids.ts';
import { type Step, sequences } from './steps.ts';

/**
 * Drives every call of the OpenAPI document of a product that was started for it, with people of every role and rides in
 * every state, in several lanes at a time. Prints the shortest sequence of steps that makes it fail, and writes `fuzz.json`
 * in `test-results/`.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string' },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
/** A lane takes a second to furnish, and two processors are busy with six. */
const lanes = Number(values.lanes ?? Math.min(6, Math.max(2, Math.ceil(requests / 500))));

/** Waits end soon, and nobody is limited by the minute: limits by name are forgotten all the time. */
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
const RESTORED_EVERY = 10;
const CAPACITY = 'PUT /api/ops/capacity';
/** So many sequences have one seed, which brings them again. */
const SEQUENCES = 20;
/** How often mails are read, and limits forgotten. */
const UPKEEP_MS = 500;
/** How often it is said how far a run is, in requests. */
const SAID_EVERY = 2_500;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const startedAt = performance.now();
const secondsSoFar = (): number => Math.round((performance.now() - startedAt) / 1_000);

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

const everybodyIn = ({ riders, drivers, dispatcher, admin }: People): Person[] => [
  ...riders,
  ...drivers,
  dispatcher,
  admin,
];

async function fuzz({ services, dataDir }: RunningMarquee) {
  const { web: site, stripe } = services;
  const document = await (await fetch(`${site}/api/openapi.json`)).json();
  const { calls, find } = readCalls(document);
  await seedPeople(dataDir, lanes);
  const people = await Promise.all(Array.from({ length: lanes }, (_, lane) => gatherPeople(site, lane)));
  const [first] = people;
  if (!first) throw new Error('no lanes');
  const earlier = await readLists(first, calls);
  const laneOf = new Map(people.flatMap((own, lane) => everybodyIn(own).map(({ id }) => [id, lane])));

  let sent = 0;
  let hasFailed = false;
  const statuses = new Map<string, Map<number, number>>();
  const onRequest = (call: string, status: number) => {
    sent += 1;
    if (sent % SAID_EVERY === 0) console.log(`${sent} requests, ${secondsSoFar()} s`);
    const counts = statuses.get(call) ?? new Map<number, number>();
    statuses.set(call, counts.set(status, (counts.get(status) ?? 0) + 1));
  };
  const mailed = createMailedSecrets(services.mail);
  const arbitrary = sequences(calls, find);

  /** Runs sequences of one lane until there were enough requests. @returns the run that failed */
  async function runLane(own: People, lane: number): Promise<fc.RunDetails<[Step[]]> | null> {
    const world: World = {
      ...{ site, lane, people: own, stripe, mailed, earlier, onRequest },
      calls: new Map(calls.map((call) => [nameOf(call), call])),
      isForeign: (userId) => (laneOf.get(userId) ?? lane) !== lane,
      isNeeded: (userId) => laneOf.has(userId),
    };
    const seen = createSeenIds(world);
    const call = createCaller(world, seen);
    const restorer = await createRestorer(own, call);
    await restorer.restorePeople();
    for (const scene of ['gift-card', 'application'] as const) {
      await playScene({ step: 'scene', scene, stage: 2 }, { world, seen, call });
    }
    let sequence = 0;
    let isFailing = false;
    const property = fc.asyncProperty(arbitrary, async (steps) => {
      if (!isFailing && (hasFailed || sent >= requests)) return;
      try {
        await restorer.endRides(await runSteps(steps, world));
      } catch (error) {
        isFailing = true;
        hasFailed = true;
        throw error;
      } finally {
        sequence += 1;
        if (steps.some((step) => step.step === 'call' && step.call === CAPACITY)) {
          await restorer.liftCapacity();
        }
        if (sequence % RESTORED_EVERY === 0) await restorer.restorePeople();
      }
    });
    for (let batch = 0; sent < requests && !hasFailed; batch += 1) {
      const batchSeed = (seed * 1_000 + lane) * 10_000 + batch;
      const details = await fc.check(property, { seed: batchSeed, numRuns: SEQUENCES });
      if (details.failed) return details;
    }
    return null;
  }

  const redis = new Redis(services.redis);
  const upkeep = new AbortController();
  const keepUp = async () => {
    while (!upkeep.signal.aborted) {
      await forgetLimits(redis);
      await mailed.read();
      await setTimeout(UPKEEP_MS);
    }
  };
  const kept = keepUp();
  const ran = await Promise.all(people.map(runLane)).finally(async () => {
    upkeep.abort();
    await kept;
    redis.disconnect();
  });
  return { failed: ran.filter((details) => details !== null), sent, statuses, calls };
}

const marquee = await runMarquee([], {
  env: { ...OWN_SERVICES, ...SETTINGS },
  program: join(ROOT, 'dist/launch.js'),
});
const failures: string[] = [];
let report: Awaited<ReturnType<typeof fuzz>>;
try {
  report = await fuzz(marquee);
  failures.push(...report.failed.map(describe));
  const problem = await checkLedger(marquee.dataDir);
  if (problem) failures.push(problem);
} finally {
  await marquee.stop();
}

const { sent, statuses, calls } = report;
const isServed = (call: string) => [...(statuses.get(call)?.keys() ?? [])].some((status) => status < 300);
const names = calls.map(nameOf);
const unserved = names.filter((name) => !isServed(name) && !(name in CANNOT_BE_SERVED));
const cannot = names.filter((name) => name in CANNOT_BE_SERVED);
// What was answered, and the ledger.
const passed = Math.max(0, 2 - failures.length);
const results = join(ROOT, 'test-results');
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, 'fuzz.json'),
  JSON.stringify({
    ...{ passed, failed: failures.length, failures, unserved },
    statuses: Object.fromEntries([...statuses].map(([name, counts]) => [name, Object.fromEntries(counts)])),
  }),
);
for (const failure of failures) console.log(failure);
for (const name of cannot) console.log(`cannot be served: ${name}: ${CANNOT_BE_SERVED[name]}`);
if (unserved.length > 0) console.log(`not served in this run: ${unserved.join(', ')}`);
const could = names.length - cannot.length;
console.log(
  `${sent} requests of ${statuses.size} calls, ${could - unserved.length} of ${could} that can be served were, in ${secondsSoFar()} s, seed ${seed}: ${failures.length === 0 ? 'no fault, and the ledger is in order' : 'faults'}`,
);
process.exit(failures.length === 0 ? 0 : 1);
