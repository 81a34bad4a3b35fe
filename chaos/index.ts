import { join } from 'node:path';
import { buildScreen } from './build-screen.ts';
import { emptyRedis } from './faults/empty-redis.ts';
import { killBalancer } from './faults/kill-balancer.ts';
import { killServer } from './faults/kill-server.ts';
import { killWorker } from './faults/kill-worker.ts';
import { misdeliverWebhooks } from './faults/misdeliver-webhooks.ts';
import { pauseDatabase } from './faults/pause-database.ts';
import { restartRedis } from './faults/restart-redis.ts';
import { ROOT } from './root.ts';
import { runSeed } from './run-seed.ts';

const all = [
  killServer,
  killWorker,
  killBalancer,
  restartRedis,
  emptyRedis,
  pauseDatabase,
  misdeliverWebhooks,
];
const only = process.argv[2];
const screenProgram = join(ROOT, 'test-results/chaos/screen.mjs');
await buildScreen(screenProgram);
const started = Date.now();
const outcomes = await runSeed({
  seed: Number(process.argv[3] ?? 1),
  faults: only && only !== 'all' ? all.filter(({ name }) => name.includes(only)) : all,
  screenProgram,
});
for (const { problems, ...rest } of outcomes)
  console.log(JSON.stringify(rest), problems.length, problems.slice(0, 8));
console.log('took', Date.now() - started);
