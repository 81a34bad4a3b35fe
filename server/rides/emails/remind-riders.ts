import { SETTLED } from '#common/rides/ride-states.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** The time in Las Vegas from which reminders for tomorrow are sent. */
const FROM = '10:00';

/**
 * Enqueues reminders for tomorrow's rides from ten o'clock on, once per ride and day. Skips rides booked
 * after that time. Idempotent; runs every hour, so that an hour without workers is made up for.
 */
export async function remindRiders(now = databaseClock.now()): Promise<void> {
  const today = dateInVegas(now);
  const from = toInstant(today, FROM);
  if (!from || now < from) return;
  const date = addDays(today, 1);
  const [begin, end] = [date, addDays(date, 1)].map((day) => toInstant(day, '00:00'));
  const rides = await RideModel.find(
    {
      status: { $in: ['requested', 'accepted'] },
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $gte: begin, $lt: end },
    },
    { history: 1 },
  ).lean<Pick<RideDoc, '_id' | 'history'>[]>();
  for (const { _id, history } of rides) {
    const isBookedBefore = history.some(({ change, at }) => change === 'paid' && at < from);
    if (isBookedBefore) await enqueueEmail('ride-tomorrow', _id.toHexString(), { what: date });
  }
}
