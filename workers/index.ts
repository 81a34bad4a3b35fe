import { env } from '#server/env.ts';
import { shutDownOnSignal } from '#server/infra/graceful-shutdown.ts';
import { logger } from '#server/infra/logger.ts';
import { serveProbes } from '#server/infra/probe-server.ts';
import { openDatabase } from '#server/schema/open-database.ts';
import { handlers } from './handlers.ts';
import { type Schedules, work } from './work.ts';

const schedules: Schedules = {
  'relay-outbox': 1_000,
  'reconcile-rides': 30_000,
  'reconcile-payment-events': 3_600_000,
  'reconcile-purchases': 60_000,
  'reconcile-gift-cards': 60_000,
  'reconcile-applications': 60_000,
  'reconcile-answers': 60_000,
  'reconcile-mails': 30_000,
  'remind-riders': 3_600_000,
  'watch-rides': 30_000,
  'notify-still-searching': 30_000,
  'credit-late-rides': 60_000,
  'watch-papers': 3_600_000,
  'reconcile-money': { dailyAt: '03:30' },
  'remove-unused-files': 3_600_000,
  'record-broken-calls': 60_000,
  'trim-audit-log': 86_400_000,
  'reconcile-erasures': 60_000,
  'remove-old-data': { dailyAt: '04:30' },
  'watch-sign-ins': 60_000,
};

await openDatabase();
const stopWorking = await work(handlers, schedules);
const port = env.WORKER_PORT === undefined ? undefined : await serveProbes(env.WORKER_PORT);
logger.info({ port }, 'worker ready');
process.send?.('ready');

shutDownOnSignal('worker', stopWorking);
