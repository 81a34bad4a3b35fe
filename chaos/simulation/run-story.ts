import { Worker } from 'node:worker_threads';
import type { Ending, Story } from './acts.ts';

/** Settings of the simulated installation; of this machine's own none counts. */
const ENV = {
  NODE_ENV: 'test',
  TZ: 'UTC',
  PATH: process.env.PATH,
  LOG_LEVEL: 'silent',
  MONGO_URL: 'mongodb://simulated/marquee',
  REDIS_URL: 'redis://simulated',
  STRIPE_SIMULATOR_URL: 'http://simulated',
  STRIPE_WEBHOOK_SECRET: 'whsec_simulated',
};

/** Runs a story to its end, in a thread of its own: nothing is left of the one before. @throws what broke the simulation itself */
export function runStory(program: string, story: Story): Promise<Ending> {
  return new Promise((resolve, reject) => {
    // Most of what a simulation allocates is gone at once.
    const resourceLimits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 2_048 };
    const worker = new Worker(program, { workerData: story, env: ENV, resourceLimits });
    worker.once('message', (ending: Ending) => {
      resolve(ending);
      worker.terminate().catch(() => {});
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the simulation ended without a result')));
  });
}
