import { MINUTE_MS } from '../durations.ts';
import { dateInVegas, toInstant } from '../time.ts';
import type { RatesVersion } from './rates.ts';

/**
 * Returns the latest version whose date has come in Las Vegas.
 * @param versions Sorted by date. The first also applies before its own date.
 */
export function ratesAt<Version extends RatesVersion>(
  versions: readonly [Version, ...Version[]],
  at: Date,
): Version {
  const today = dateInVegas(at);
  return versions.findLast(({ effectiveFrom }) => effectiveFrom <= today) ?? versions[0];
}

/** How long a quoted fare stays valid after newer rates took effect, in milliseconds. */
const HONOURED_MS = 30 * MINUTE_MS;

/**
 * Tolerated lead of a browser's clock, in milliseconds: it may quote from the next version slightly early.
 */
const CLOCK_SKEW_MS = 60_000;

/**
 * Returns the version that a rider saw, if a booking may still use it: it has taken effect, and was
 * superseded less than half an hour ago, if at all. Null otherwise.
 * @param versions Sorted by date.
 */
export function acceptedRates<Version extends RatesVersion>(
  versions: readonly Version[],
  { id, now }: { id: string; now: Date },
): Version | null {
  const index = versions.findIndex((version) => version.id === id);
  const version = versions[index];
  if (!version || !hasBegun(version, now.getTime() + CLOCK_SKEW_MS)) return null;
  const next = versions[index + 1];
  return next && hasBegun(next, now.getTime() - HONOURED_MS) ? null : version;
}

const hasBegun = ({ effectiveFrom }: RatesVersion, atMs: number): boolean =>
  (toInstant(effectiveFrom, '00:00')?.getTime() ?? 0) <= atMs;
