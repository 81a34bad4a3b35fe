import { useCallback, useEffect, useRef, useState } from 'react';
import { readSurgeCalendar, type SurgeCalendar } from '#common/fares/surge-days-api.ts';
import { addDays, MAX_DAYS_AHEAD } from '#common/time.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { weeksOf } from './month-days.ts';

interface Calendars {
  /** Of the weeks that are drawn. */
  month: SurgeCalendar;
  /** From today on, as far as rides can be booked. */
  upcoming: SurgeCalendar;
}

const EMPTY: SurgeCalendar = { events: [], rides: [] };

interface Reading extends Calendars {
  phase: 'loading' | 'failed' | 'loaded';
  /** The month that was read; null before any was. */
  of: string | null;
  error?: unknown;
}

const UNREAD: Reading = { phase: 'loading', of: null, month: EMPTY, upcoming: EMPTY };

/**
 * Reads the events of a month (YYYY-MM) and those to come, anew for each month. Until the reply is there another month has
 * what is known of those to come. It is not live: `reload` after a write, which leaves what was read until then.
 */
export function useSurgeCalendar(month: string, today: string) {
  const [reading, setReading] = useState<Reading>(UNREAD);
  const latest = useRef<object | null>(null);

  const reload = useCallback(async (): Promise<void> => {
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
  }, [month, today]);

  useEffect(() => {
    void reload();
    return () => {
      latest.current = null;
    };
  }, [reload]);

  const retry = useCallback(() => {
    setReading(UNREAD);
    return reload();
  }, [reload]);

  const { upcoming } = reading;
  const shown = reading.of === month ? reading : { ...UNREAD, month: upcoming, upcoming };
  return { ...shown, reload, retry };
}
