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

type Reading = { phase: 'loading' | 'failed' | 'loaded'; error?: unknown } & Calendars;

/**
 * Reads the events of a month (YYYY-MM) and those to come, anew for each month. What was read before stays until the
 * reply is there. It is not live: `reload` after a write.
 */
export function useSurgeCalendar(month: string, today: string) {
  const [reading, setReading] = useState<Reading>({ phase: 'loading', month: EMPTY, upcoming: EMPTY });
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
      ([shown, upcoming]): Reading => ({ phase: 'loaded', month: shown, upcoming }),
      (error: unknown): Reading => ({ phase: 'failed', error, month: EMPTY, upcoming: EMPTY }),
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
    setReading({ phase: 'loading', month: EMPTY, upcoming: EMPTY });
    return reload();
  }, [reload]);

  return { ...reading, reload, retry };
}
