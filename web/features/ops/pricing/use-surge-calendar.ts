import { useCallback, useEffect, useRef, useState } from 'react';
import { readSurgeCalendar, type SurgeCalendar } from '#common/fares/surge-days-api.ts';
import { addDays, MAX_DAYS_AHEAD } from '#common/time.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { weeksOf } from './month-days.ts';

interface Calendars {
  /** The calendar of the displayed weeks. */
  month: SurgeCalendar;
  /** The calendar from today on, as far ahead as rides can be booked. */
  upcoming: SurgeCalendar;
}

const EMPTY: SurgeCalendar = { events: [], rides: [] };

interface Reading extends Calendars {
  phase: 'loading' | 'failed' | 'loaded';
  /** The month that was loaded; null before. */
  of: string | null;
  error?: unknown;
}

const UNREAD: Reading = { phase: 'loading', of: null, month: EMPTY, upcoming: EMPTY };

/**
 * Loads the events of a month (YYYY-MM) and all upcoming ones, again for each month. Until the reply, a new
 * month shows what is known from the upcoming ones. Not live: call `reload` after a write; it keeps the data
 * until the reply, and returns it; null if it failed.
 */
export function useSurgeCalendar(month: string, today: string) {
  const [reading, setReading] = useState<Reading>(UNREAD);
  const latest = useRef<object | null>(null);

  const reload = useCallback(async (): Promise<Calendars | null> => {
    const own = {};
    latest.current = own;
    const days = weeksOf(month).flat();
    const read = (from: string, to: string) =>
      fetchWithTimeout((signal) => call(readSurgeCalendar, { from, to }, { signal }));
    const result = await Promise.all([
      read(days[0] ?? today, days.at(-1) ?? today),
      read(today, addDays(today, MAX_DAYS_AHEAD)),
    ]).then(
      ([shown, upcoming]): Reading => ({ phase: 'loaded', of: month, month: shown, upcoming }),
      (error: unknown): Reading => ({ ...UNREAD, phase: 'failed', of: month, error }),
    );
    if (latest.current === own) setReading(result);
    return result.phase === 'loaded' ? result : null;
  }, [month, today]);

  useEffect(() => {
    void reload();
    return () => {
      latest.current = null;
    };
  }, [reload]);

  // A write may be answered when another month is shown: its own would take the place of that one's reply.
  const latestReload = useRef(reload);
  latestReload.current = reload;
  const reloadShown = useCallback(() => latestReload.current(), []);
  const retry = () => {
    setReading(UNREAD);
    return reload();
  };

  const { upcoming } = reading;
  const shown = reading.of === month ? reading : { ...UNREAD, month: upcoming, upcoming };
  return { ...shown, reload: reloadShown, retry };
}
