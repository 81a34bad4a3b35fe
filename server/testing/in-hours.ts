const HOUR_MS = 3_600_000;

/** The instant so many hours from now; before now where they are negative. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
