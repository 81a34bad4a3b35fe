import { Worker } from 'node:worker_threads';
import type { Ending, Story } from './acts.ts';

/**
 * The whole environment of the simulated installation. Nothing is inherited from this machine except PATH.
 */
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

/**
 * Runs a story to its end, in its own thread, so that no state remains from the previous one.
 *
 * @throws any error of the simulation itself
 */
export function runStory(program: string, story: Story): Promise<Ending> {
  return new Promise((resolve, reject) => {
    // Most allocations of a simulation are short-lived.
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
