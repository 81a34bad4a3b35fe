import { AppError } from '#common/errors.ts';
import type { Catalogue } from '#common/fares/catalogue-api.ts';
import { type RatesVersion, SEEDED_RATES } from '#common/fares/rates.ts';
import { acceptedRates, ratesAt } from '#common/fares/rates-at.ts';
import { type RatesDoc, RatesModel } from './rates-model.ts';

/**
 * Versions in order of their first day. The seeded version precedes all others, so one is always in effect.
 */
type Versions = [RatesVersion, ...RatesVersion[]];

/**
 * Returns the rates to quote a booking with: those the rider saw, otherwise those in effect.
 *
 * @param seenId id of the version that the rider saw; null if the request names none
 * @throws AppError RATES_CHANGED if the version the rider saw was withdrawn, or superseded at least half an
 * hour ago
 */
export async function ratesForBooking(seenId: string | null, now: Date): Promise<RatesVersion> {
  const versions = await scheduledRates();
  if (seenId === null) return ratesAt(versions, now);
  const seen = acceptedRates(versions, { id: seenId, now });
  if (seen) return seen;
  throw new AppError(
    'RATES_CHANGED',
    'Our rates have changed since this page showed you the fare. Please look at the new one and request again.',
  );
}

/** Returns the rates in effect and those scheduled after them. */
export async function readRatesCatalogue(now: Date): Promise<Catalogue> {
  const versions = await scheduledRates();
  const current = ratesAt(versions, now);
  return { current, next: versions.slice(versions.indexOf(current) + 1) };
}

/**
 * Returns every version that is or will be in effect, in order of their first day. Not paginated: companies
 * change their rates only a few times a year.
 */
export async function scheduledRates(): Promise<Versions> {
  const docs = await RatesModel.find({ state: 'scheduled' }).sort({ effectiveFrom: 1 }).lean<RatesDoc[]>();
  return [SEEDED_RATES, ...docs.map(toRatesVersion)];
}

/**
 * Converts a stored version to plain data. Vehicles and fees added to the catalogue later get their seeded
 * rates.
 */
export const toRatesVersion = ({ _id, effectiveFrom, vehicles, fees }: RatesDoc): RatesVersion => ({
  id: _id.toHexString(),
  effectiveFrom,
  vehicles: { ...SEEDED_RATES.vehicles, ...vehicles },
  fees: { ...SEEDED_RATES.fees, ...fees },
});
