import { logger } from '#server/infra/logger.ts';
import { connectMongo, disconnectMongo } from '#server/infra/mongo.ts';
import { closeQueues } from '#server/infra/queues.ts';
import { redis } from '#server/infra/redis.ts';
import { confirmPayment } from '#server/payments/confirm-payment.ts';
import { expireUnpaidRide } from '#server/payments/expire-unpaid-ride.ts';
import { refundRide } from '#server/payments/refund-ride.ts';
import { sweepRides } from '#server/payments/sweep-rides.ts';
import { repairAnnouncements } from '#server/rides/repair-announcements.ts';
import { type Handlers, type Schedules, work } from './work.ts';

/** Every job, once. */
const handlers: Handlers = {
  'confirm-payment': ({ rideId }) => confirmPayment(rideId),
  'expire-unpaid-ride': ({ rideId }) => expireUnpaidRide(rideId),
  'refund-ride': ({ rideId, reason }) => refundRide(rideId, reason),
  'repair-announcements': () => repairAnnouncements(),
  'sweep-rides': () => sweepRides(),
};

const schedules: Schedules = { 'repair-announcements': 1_000, 'sweep-rides': 30_000 };

await connectMongo();
const stopWorking = await work(handlers, schedules);
logger.info('worker ready');
process.send?.('ready');

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await stopWorking();
  await closeQueues();
  redis.disconnect();
  await disconnectMongo();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
