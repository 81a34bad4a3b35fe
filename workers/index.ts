import { endOnSignal } from '#server/infra/end-on-signal.ts';
import { logger } from '#server/infra/logger.ts';
import { connectMongo } from '#server/infra/mongo.ts';
import { handlers } from './handlers.ts';
import { type Schedules, work } from './work.ts';

const schedules: Schedules = {
  'repair-announcements': 1_000,
  'sweep-rides': 30_000,
  'sweep-payment-events': 3_600_000,
  'sweep-purchases': 60_000,
  'sweep-mails': 30_000,
};

await connectMongo();
const stopWorking = await work(handlers, schedules);
logger.info('worker ready');
process.send?.('ready');

endOnSignal('worker', stopWorking);
