import { emptyRedis } from './empty-redis.ts';
import type { Fault } from './fault.ts';
import { killBalancer } from './kill-balancer.ts';
import { killServer } from './kill-server.ts';
import { killWorker } from './kill-worker.ts';
import { misdeliverWebhooks } from './misdeliver-webhooks.ts';
import { pauseDatabase } from './pause-database.ts';
import { restartRedis } from './restart-redis.ts';
import { suspendTabs } from './suspend-tabs.ts';

/** Every fault that strikes and is over; a socket cut silently lasts beside them. */
export const FAULTS: readonly Fault[] = [
  killServer,
  killWorker,
  killBalancer,
  restartRedis,
  emptyRedis,
  pauseDatabase,
  misdeliverWebhooks,
  suspendTabs,
];
