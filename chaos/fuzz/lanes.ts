import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import type { RunningMarquee } from '../../e2e/testing/run-marquee.ts';
import { createCaller, type World } from './caller.ts';
import { type DocumentedCall, nameOf, readCalls } from './documented-calls.ts';
import { createMailedSecrets, type MailedSecrets } from './mailed-secrets.ts';
import { gatherPeople, type People, type Person, seedPeople } from './people.ts';
import { createRestorer, type Restorer } from './restore.ts';
import { runSteps } from './run-steps.ts';
import { playScene } from './scenes.ts';
import { createSeenIds } from './seen-ids.ts';
import { type Step, sequences } from './steps.ts';

/** After this many sequences of a lane its drivers are restored. */
const RESTORED_EVERY = 10;
/** The number of sequences generated from one seed, which reproduces them. */
const SEQUENCES = 20;
/**
 * How often mails are read and rate-limit counters deleted, in milliseconds. No limit is reached
 * within that time.
 */
const UPKEEP_MS = 500;

const CAPACITY = 'PUT /api/ops/capacity';

interface FuzzOptions {
  requests: number;
  seed: number;
  lanes: number;
  /** Called for every request, with the number sent so far. */
  onSent: (sent: number) => void;
}

/** The details of a failed run of sequences. */
export type Failed = fc.RunDetails<[Step[]]>;

/** The result of a run. */
export interface Report {
  failed: Failed[];
  sent: number;
  /** How often each call was answered with each status. */
  statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  calls: readonly DocumentedCall[];
}

/** State that all lanes of a run share. */
interface Run extends FuzzOptions, Omit<Report, 'failed' | 'statuses'> {
  arbitrary: fc.Arbitrary<Step[]>;
  hasFailed: boolean;
}

/**
 * Fuzzes a product in several concurrent lanes. Each lane has its own riders, drivers and rides, so that a
 * sequence is reproducible. All lanes share the staff.
 */
export async function fuzz({ services, dataDir }: RunningMarquee, options: FuzzOptions): Promise<Report> {
  const { web: site, stripe, redis } = services;
  const { lanes, onSent } = options;
  const { calls, find } = readCalls(await (await fetch(`${site}/api/openapi.json`)).json());
  await seedPeople(dataDir, lanes);
  const people = await Promise.all(Array.from({ length: lanes }, (_, lane) => gatherPeople(site, lane)));
  const laneOf = new Map(people.flatMap((own, lane) => everybodyIn(own).map(({ id }) => [id, lane])));
  const earlier = await readLists(people[0], calls);
  const run: Run = { ...options, sent: 0, hasFailed: false, calls, arbitrary: sequences(calls, find) };
  const statuses = new Map<string, Map<number, number>>();
  const onRequest = (call: string, status: number) => {
    run.sent += 1;
    onSent(run.sent);
    const counts = statuses.get(call) ?? new Map<number, number>();
    statuses.set(call, counts.set(status, (counts.get(status) ?? 0) + 1));
  };
  const mailed = createMailedSecrets(services.mail);
  const worldOf = (own: People, lane: number): World => ({
    ...{ site, lane, people: own, stripe, mailed, earlier, onRequest },
    calls: new Map(calls.map((call) => [nameOf(call), call])),
    isForeign: (userId) => (laneOf.get(userId) ?? lane) !== lane,
    isNeeded: (userId) => laneOf.has(userId),
  });
  const stop = keepUp(redis, mailed);
  const ran = await Promise.all(people.map((own, lane) => runLane(worldOf(own, lane), run))).finally(stop);
  return { failed: ran.filter((details) => details !== null), sent: run.sent, statuses, calls };
}

const everybodyIn = ({ riders, drivers, dispatcher, admin }: People): Person[] => [
  ...riders,
  ...drivers,
  dispatcher,
  admin,
];

/** Reads every list before any step is taken. */
async function readLists(people: People | undefined, calls: readonly DocumentedCall[]) {
  const lists = calls.filter(
    ({ method, path, query }) => method === 'GET' && !/\{/.test(path) && !query?.required?.length,
  );
  const earlier: [string, unknown][] = [];
  for (const { path } of lists)
    earlier.push([path, (await people?.admin.send({ method: 'GET', path }))?.body]);
  return earlier;
}

/** Reads mails and deletes rate-limit counters in the background. @returns a function that stops it */
function keepUp(redisUrl: string, mailed: MailedSecrets): () => Promise<void> {
  const redis = new Redis(redisUrl);
  let isStopped = false;
  const keepOn = async () => {
    while (!isStopped) {
      const keys = await redis.keys('*limit:*');
      if (keys.length > 0) await redis.unlink(keys);
      await mailed.read();
      await setTimeout(UPKEEP_MS);
    }
  };
  const kept = keepOn();
  return async () => {
    isStopped = true;
    await kept.finally(() => redis.disconnect());
  };
}

/** Prepares a lane: restores its people, and creates a gift card and a driver application. */
async function furnish(world: World): Promise<Restorer> {
  const seen = createSeenIds(world);
  const call = createCaller(world, seen);
  const restorer = await createRestorer(world.people, call);
  await restorer.restorePeople();
  for (const scene of ['gift-card', 'application'] as const) {
    await playScene({ step: 'scene', scene, stage: 2 }, { world, seen, call });
  }
  return restorer;
}

/**
 * Runs sequences of one lane until enough requests were sent.
 *
 * @returns the failed run; null if none failed
 */
async function runLane(world: World, run: Run): Promise<Failed | null> {
  const restorer = await furnish(world);
  let sequence = 0;
  let isFailing = false;
  const isOver = () => run.hasFailed || run.sent >= run.requests;
  const property = fc.asyncProperty(run.arbitrary, async (steps) => {
    // When one lane fails, the others stop. The failing lane continues, to shrink its sequence.
    if (!isFailing && isOver()) return;
    try {
      await restorer.endRides(await runSteps(steps, world));
    } catch (error) {
      isFailing = true;
      run.hasFailed = true;
      throw error;
    } finally {
      sequence += 1;
      if (steps.some((step) => step.step === 'call' && step.call === CAPACITY)) await restorer.liftCapacity();
      if (sequence % RESTORED_EVERY === 0) await restorer.restorePeople();
    }
  });
  for (let batch = 0; !isOver(); batch += 1) {
    const seed = (run.seed * 1_000 + world.lane) * 10_000 + batch;
    const details = await fc.check(property, { seed, numRuns: SEQUENCES });
    if (details.failed) return details;
  }
  return null;
}
