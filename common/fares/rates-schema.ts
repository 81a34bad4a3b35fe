import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { formatDollars } from '../money.ts';
import { VEHICLE_IDS } from '../vehicles/catalogue.ts';

const NO_AMOUNT = 'Please enter an amount in dollars.';

const amount = (minCents: number, maxCents: number) => {
  const range = `Please enter ${formatDollars(minCents)} to ${formatDollars(maxCents)}.`;
  return z.int(NO_AMOUNT).check(z.minimum(minCents, range), z.maximum(maxCents, range));
};

/** Accepted ranges, in cents, and in percent for the tax. Anything outside is taken for a typing error. */
export const RATES_LIMITS = {
  rateCents: [100, 500_000],
  fuelPerHourCents: [0, 10_000],
  feeCents: [0, 20_000],
  ntaTaxPercent: [0, 25],
} as const;

const rateSchema = amount(...RATES_LIMITS.rateCents);
const feeSchema = amount(...RATES_LIMITS.feeCents);
const [LEAST_TAX, HIGHEST_TAX] = RATES_LIMITS.ntaTaxPercent;
const PERCENT = `Please enter ${LEAST_TAX} to ${HIGHEST_TAX} percent, with two decimals at most.`;
const hasTwoDecimals = (percent: number) => Number(percent.toFixed(2)) === percent;

/** The fields of rates, within plausible ranges. Every vehicle has rates. */
export const RATES_FIELDS = {
  vehicles: z.record(z.enum(VEHICLE_IDS), z.object({ hourlyCents: rateSchema, p2pCents: rateSchema })),
  fees: z.object({
    ntaTaxPercent: z
      .number(PERCENT)
      .check(
        z.minimum(LEAST_TAX, PERCENT),
        z.maximum(HIGHEST_TAX, PERCENT),
        z.refine(hasTwoDecimals, PERCENT),
      ),
    fuelPerHourCents: amount(...RATES_LIMITS.fuelPerHourCents),
    techCents: feeSchema,
    airportCents: feeSchema,
    stopFeeCents: feeSchema,
  }),
  /** YYYY-MM-DD; in effect from midnight in Las Vegas. */
  effectiveFrom: daySchema,
};

/** Rates in effect from a midnight until the next version. */
export const ratesVersionSchema = z.object({ id: z.string(), ...RATES_FIELDS });
