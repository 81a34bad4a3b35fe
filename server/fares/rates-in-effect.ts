import { AppError } from '#common/errors.ts';
import type { Catalogue } from '#common/fares/catalogue-api.ts';
import { type RatesVersion, SEEDED_RATES } from '#common/fares/rates.ts';
import { honouredRates, ratesAt } from '#common/fares/rates-at.ts';
import { type RatesDoc, RatesModel } from './rates-model.ts';

/** Versions by day. The seeded one is before all, so that some version is in effect at any time. */
export type Versions = [RatesVersion, ...RatesVersion[]];

/**
 * The rates a booking is quoted with: those the rider saw, else those in effect.
 *
 * @param seenId the id of the version that the rider saw; null when the request names none
 * @throws AppError RATES_CHANGED when those the rider saw were superseded half an hour ago or longer, or taken back
 */
export async function ratesForBooking(seenId: string | null, now: Date): Promise<RatesVersion> {
  const versions = await scheduledRates();
  if (seenId === null) return ratesAt(versions, now);
  const seen = honouredRates(versions, { id: seenId, now });
  if (seen) return seen;
  throw new AppError(
    'RATES_CHANGED',
    'Our rates have changed since this page showed you the fare. Please look at the new one and request again.',
  );
}

/** The rates in effect, and those scheduled after them. */
export async function readRatesCatalogue(now: Date): Promise<Catalogue> {
  const versions = await scheduledRates();
  const current = ratesAt(versions, now);
  return { current, next: versions.slice(versions.indexOf(current) + 1) };
}

/** Every version that counts or will, by day. Companies change their rates a few times a year. */
export async function scheduledRates(): Promise<Versions> {
  const docs = await RatesModel.find({ state: 'scheduled' }).sort({ effectiveFrom: 1 }).lean<RatesDoc[]>();
  return [SEEDED_RATES, ...docs.map(toRatesVersion)];
}

/** A stored version as plain data. A vehicle that the catalogue got after it has its seeded rates. */
export const toRatesVersion = ({ _id, effectiveFrom, vehicles, fees }: RatesDoc): RatesVersion => ({
  id: _id.toHexString(),
  effectiveFrom,
  vehicles: { ...SEEDED_RATES.vehicles, ...vehicles },
  fees: { ...SEEDED_RATES.fees, ...fees },
});
