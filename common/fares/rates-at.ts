import { dateInVegas, toInstant } from '../time.ts';
import type { RatesVersion } from './rates.ts';

/** The latest version whose day has come in Las Vegas. @param versions by day, the first counts before all */
export function ratesAt<Version extends RatesVersion>(
  versions: readonly [Version, ...Version[]],
  at: Date,
): Version {
  const today = dateInVegas(at);
  return versions.findLast(({ effectiveFrom }) => effectiveFrom <= today) ?? versions[0];
}

/** How long a fare that was shown is still good after other rates took effect, in milliseconds. */
export const HONOURED_MS = 30 * 60_000;

/** How far a browser's clock may be ahead, in milliseconds: it quotes from the next version a moment early. */
const CLOCK_SKEW_MS = 60_000;

/**
 * The version a rider saw, if a booking may still be quoted with it: it has taken effect, and was not superseded half an
 * hour ago or longer. @param versions by day
 */
export function honouredRates<Version extends RatesVersion>(
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
