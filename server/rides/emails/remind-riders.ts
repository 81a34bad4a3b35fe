import { SETTLED } from '#common/rides/ride-states.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** The hour in Las Vegas from which riders are reminded of what they have tomorrow. */
const FROM = '10:00';

/**
 * Writes the emails about tomorrow's rides to the outbox, once for each ride and day, from ten o'clock on. Who booked
 * later than that has just read it. Repeatable, and run every hour, so that an hour without workers loses none.
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
