const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });

/** Formats `2029-08-14` as `14 Aug 2029`. Empty for an invalid date. */
export function formatCalendarDay(date: string): string {
  const day = new Date(`${date}T00:00Z`);
  if (Number.isNaN(day.getTime())) return '';
  return `${day.getUTCDate()} ${month.format(day)} ${day.getUTCFullYear()}`;
}
