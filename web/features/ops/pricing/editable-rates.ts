import type { Fees, Rates } from '#common/fares/rates.ts';
import type { NewRates } from '#common/fares/rates-api.ts';
import { RATES_LIMITS } from '#common/fares/rates-schema.ts';
import { formatCents, formatDollars, parseDollars } from '#common/money.ts';
import { VEHICLES, type Vehicle, type VehicleId } from '#common/vehicles/catalogue.ts';

/** An editable value of the rates: a rate of a vehicle, or a fee. */
export interface RatesCell {
  key: string;
  /** For screen readers and the list of changes: `Hummer 18, by the hour`. */
  name: string;
  /** Changes are counted per group: the two rates of a vehicle count as one. */
  group: string;
  /** Returns the value in cents, or in percent. */
  read: (rates: Rates) => number;
  /** Returns the rates with another value. @param start the rates when editing of the cell began */
  write: (start: NewRates, value: number) => NewRates;
  /** Parses typed text; null if it is not a valid value or out of bounds. */
  parse: (text: string) => number | null;
  /** Formats the value for display: `$55.00`, `3%`. */
  format: (value: number) => string;
  /** Formats the value for editing: `55`. */
  toText: (value: number) => string;
  /** The bounds in words: `$1 to $5,000`. */
  limits: string;
}

/**
 * While the point-to-point rate is exactly this much below the hourly rate, it follows changes of the hourly
 * rate.
 */
const RIDE_DISCOUNT_CENTS = 1_000;

/** The cell of a vehicle's hourly or point-to-point rate. */
export function rateCell({ id, name }: Vehicle, field: 'hourlyCents' | 'p2pCents'): RatesCell {
  return {
    ...inDollars(RATES_LIMITS.rateCents),
    key: `${id}.${field}`,
    name: `${name}, by the ${field === 'hourlyCents' ? 'hour' : 'ride'}`,
    group: name,
    read: ({ vehicles }) => vehicles[id][field],
    write: (start, cents) => withRates(start, id, { [field]: cents }),
  };
}

function withRates(
  start: NewRates,
  id: VehicleId,
  change: Partial<NewRates['vehicles'][VehicleId]>,
): NewRates {
  const before = start.vehicles[id];
  const after = { ...before, ...change };
  const [leastCents] = RATES_LIMITS.rateCents;
  if (change.hourlyCents !== undefined && before.p2pCents === before.hourlyCents - RIDE_DISCOUNT_CENTS) {
    after.p2pCents = Math.max(after.hourlyCents - RIDE_DISCOUNT_CENTS, leastCents);
  }
  return { ...start, vehicles: { ...start.vehicles, [id]: after } };
}

const feeCell = (
  field: Exclude<keyof Fees, 'ntaTaxPercent'>,
  name: string,
  limits: readonly [number, number] = RATES_LIMITS.feeCents,
): RatesCell => ({
  ...inDollars(limits),
  key: field,
  name,
  group: name,
  read: ({ fees }) => fees[field],
  write: (start, cents) => ({ ...start, fees: { ...start.fees, [field]: cents } }),
});

const PERCENT = /^(\d{1,2})(\.\d{1,2})?%?$/;

const TAX_CELL: RatesCell = {
  key: 'ntaTaxPercent',
  name: 'NTA tax on the base fare',
  group: 'NTA tax',
  read: ({ fees }) => fees.ntaTaxPercent,
  write: (start, ntaTaxPercent) => ({ ...start, fees: { ...start.fees, ntaTaxPercent } }),
  parse: (text) => {
    const percent = PERCENT.test(text.trim()) ? Number.parseFloat(text) : null;
    return percent !== null && percent <= RATES_LIMITS.ntaTaxPercent[1] ? percent : null;
  },
  format: (percent) => `${percent}%`,
  toText: String,
  limits: RATES_LIMITS.ntaTaxPercent.map((percent) => `${percent}%`).join(' to '),
};

/** Cells of the fees, in the order of a fare's lines. */
export const FEE_CELLS: readonly RatesCell[] = [
  feeCell('fuelPerHourCents', 'Fuel surcharge, each hour', RATES_LIMITS.fuelPerHourCents),
  feeCell('techCents', 'Tech fee'),
  feeCell('airportCents', 'Airport pickup fee'),
  feeCell('stopFeeCents', 'Each stop on the way'),
  TAX_CELL,
];

/** All cells, in tab order. */
const RATES_CELLS: readonly RatesCell[] = [
  ...VEHICLES.flatMap((vehicle) => [rateCell(vehicle, 'hourlyCents'), rateCell(vehicle, 'p2pCents')]),
  ...FEE_CELLS,
];

/** The key of the next cell in tab order, or with -1 of the previous one; null at either end. */
export function cellAfter(key: string, step: 1 | -1): string | null {
  const index = RATES_CELLS.findIndex((cell) => cell.key === key);
  return RATES_CELLS[index + step]?.key ?? null;
}

/** The vehicles and fees in which two versions differ, by name and without duplicates. */
export const changedGroups = (before: Rates, after: Rates): string[] => [
  ...new Set(RATES_CELLS.filter(({ read }) => read(before) !== read(after)).map(({ group }) => group)),
];

/** A comma before three digits. Any other one, as in `6,50`, is invalid rather than ignored. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

function inDollars([minCents, maxCents]: readonly [number, number]) {
  return {
    parse: (text: string) => {
      const cents = parseDollars(text.replaceAll(THOUSANDS, ''));
      return cents !== null && cents >= minCents && cents <= maxCents ? cents : null;
    },
    format: formatCents,
    toText: (cents: number) => (cents / 100).toFixed(2).replace(/\.00$/, ''),
    limits: `${formatDollars(minCents)} to ${formatDollars(maxCents)}`,
  };
}
