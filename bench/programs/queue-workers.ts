import { Redis } from 'ioredis';
import { handlers } from '#workers/handlers.ts';
import { work } from '#workers/work.ts';

// Works our queue with one job that does nothing. With BASELINE it is the minimal worker: pops one entry at a
// time off a Redis list, and loses it when it dies meanwhile.

const done = () => process.send?.('done');

async function workList(): Promise<never> {
  const redis = new Redis(process.env.REDIS_URL ?? '');
  process.send?.('ready');
  for (;;) {
    const entry = await redis.brpop('baseline:jobs', 0);
    if (entry) JSON.parse(entry[1]);
    done();
  }
}

if (process.env.BASELINE) await workList();
await work({ ...handlers, 'reconcile-mails': async () => done() }, {});
process.send?.('ready');
