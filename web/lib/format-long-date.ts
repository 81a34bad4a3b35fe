const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** Formats `2026-11-24` as `Tue, Nov 24, 2026`. Null for an invalid date. */
export function formatLongDate(date: string): string | null {
  const day = new Date(`${date}T00:00Z`);
  return Number.isNaN(day.getTime()) ? null : format.format(day);
}
