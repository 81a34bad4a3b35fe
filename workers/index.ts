import { DAY_MS, HOUR_MS, MINUTE_MS } from '#common/durations.ts';
import { env } from '#server/env.ts';
import { shutDownOnSignal } from '#server/infra/graceful-shutdown.ts';
import { logger } from '#server/infra/logger.ts';
import { serveProbes } from '#server/infra/probe-server.ts';
import { openDatabase } from '#server/schema/open-database.ts';
import { handlers } from './handlers.ts';
import type { Schedules } from './keep-schedules.ts';
import { work } from './work.ts';

const schedules: Schedules = {
  'relay-outbox': 1_000,
  'reconcile-rides': 30_000,
  'reconcile-payment-events': HOUR_MS,
  'reconcile-purchases': 30_000,
  'reconcile-gift-cards': MINUTE_MS,
  'reconcile-applications': MINUTE_MS,
  'reconcile-answers': MINUTE_MS,
  'reconcile-mails': 30_000,
  'remind-riders': HOUR_MS,
  'watch-rides': 30_000,
  'notify-still-searching': 30_000,
  'credit-late-rides': MINUTE_MS,
  'watch-papers': HOUR_MS,
  'reconcile-money': { dailyAt: '03:30' },
  'remove-unused-files': HOUR_MS,
  'record-broken-calls': MINUTE_MS,
  'trim-audit-log': DAY_MS,
  'reconcile-erasures': MINUTE_MS,
  'remove-old-data': { dailyAt: '04:30' },
  'watch-sign-ins': MINUTE_MS,
};

await openDatabase();
const stopWorking = await work(handlers, schedules);
const port = env.WORKER_PORT === undefined ? undefined : await serveProbes(env.WORKER_PORT);
logger.info({ port }, 'worker ready');
process.send?.('ready');

shutDownOnSignal('worker', stopWorking);
