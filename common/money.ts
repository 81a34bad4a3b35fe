/** An amount of money in integer US cents. */
export type Cents = number;

/** Rounds half up to a whole cent. Each line of a fare is rounded once, with this function. */
export const roundCents = (amount: number): Cents => Math.round(amount);

/**
 * Returns a percentage (two decimals at most) of an amount, rounded half up. Exact: 100.5 yields 101,
 * although its binary floating-point value is lower.
 */
export const percentOf = (amountCents: Cents, percent: number): Cents =>
  roundCents((amountCents * Math.round(percent * 100)) / 10_000);

/** Formats cents for the wire: `23358` → `"$233.58"`, without thousands separator. */
export const toDollarString = (cents: Cents): string => `$${(cents / 100).toFixed(2)}`;

const DOLLARS = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/;

/**
 * Parses `"$233.58"`, `"233.5"` or `"233"` into cents. Null for anything else (signs, exponents, separators,
 * more than two decimals).
 */
export function parseDollars(text: string): Cents | null {
  const match = DOLLARS.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

const WITH_CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats cents for display: `101244` → `"$1,012.44"`, `-500` → `"−$5.00"`. */
export const formatCents = (cents: Cents): string =>
  `${cents < 0 ? '−' : ''}$${WITH_CENTS.format(Math.abs(cents) / 100)}`;

/** Like `formatCents`, but omits zero cents: `2500` → `"$25"`, `1250` → `"$12.50"`. */
export const formatDollars = (cents: Cents): string => formatCents(cents).replace(/\.00$/, '');

/** Formats a non-negative amount in whole dollars, rounded half up: `130000` → `"$1,300"`. */
export const formatWholeDollars = (cents: Cents): string =>
  `$${Math.round(cents / 100).toLocaleString('en-US')}`;

/** Formats a wire amount for display. Returns text that cannot be parsed unchanged. */
export function formatDollarString(text: string): string {
  const cents = parseDollars(text);
  return cents === null ? text : formatCents(cents);
}
