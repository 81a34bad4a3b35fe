import { pickupWords } from './pickup-words.ts';

interface PickupTimeProps {
  ride: { scheduledDate: string; scheduledTime: string };
  now: Date;
}

/** When a ride is picked up: `Today, 6:30 PM PST`. */
export function PickupTime({ ride, now }: PickupTimeProps) {
  const { day, time, dateTime } = pickupWords(ride.scheduledDate, ride.scheduledTime, now);
  return (
    <time dateTime={dateTime}>
      {day}, <span className="whitespace-nowrap tabular-nums tracking-tight">{time}</span>
    </time>
  );
}
