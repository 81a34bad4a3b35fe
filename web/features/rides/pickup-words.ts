import { dateInVegas, formatDay, formatTimeWithZone, toInstant } from '#common/time.ts';

/** A pickup as cards write it. */
export interface PickupWords {
  /** `Today`, else `Sat 21 Nov`. */
  day: string;
  /** `Today, Fri 20 Nov`, else `Sat 21 Nov`. */
  longDay: string;
  /** `6:30 PM PST`. */
  time: string;
  /** The instant, ISO 8601, for machines. */
  dateTime: string;
}

/** The words for a wall date and time in Las Vegas; ones that no clock shows are given back as they came. */
export function pickupWords(date: string, time: string, now: Date): PickupWords {
  const at = toInstant(date, time);
  if (!at) return { day: date, longDay: date, time, dateTime: `${date}T${time}` };
  const day = formatDay(at, now);
  const isToday = date === dateInVegas(now);
  return {
    day: isToday ? 'Today' : day,
    longDay: isToday ? `Today, ${day}` : day,
    time: formatTimeWithZone(at),
    dateTime: at.toISOString(),
  };
}
