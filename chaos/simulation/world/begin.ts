import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../../random.ts';
import { STARTS_AT, type Story } from '../acts.ts';
import { currentTask, Scheduler } from './scheduler.ts';
import { installSeededIds } from './seeded-ids.ts';
import { setWorld } from './the-world.ts';
import { createClock, installClock } from './virtual-clock.ts';

// The first code of the thread. Modules that are loaded after it only see the virtual clock and the
// seeded random numbers.
const story: Story = workerData;
const clock = createClock(STARTS_AT);
const random = createRandom(story.seed);
const hrtime = process.hrtime.bigint;

installClock(clock, currentTask);
installSeededIds(random);
setWorld({
  clock,
  scheduler: new Scheduler(clock, createRandom(story.seed + 1)),
  isRedisAway: false,
  faultsOfJob: () => ({}),
  onPublish: () => {},
  onWebhook: () => Promise.resolve(true),
  onStripeRequest: () => Promise.reject(new Error('Stripe is not open yet')),
  onJobFailed: () => {},
  isQuiet: () => false,
  mailsSent: 0,
});

const from = hrtime();
const { simulate } = await import('./city.ts');
const ending = await simulate(story);
parentPort?.postMessage({ ...ending, wallMs: Number((hrtime() - from) / 1_000_000n) });
