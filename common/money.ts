/** An amount of money: integer US cents. */
export type Cents = number;

/** Rounds to a whole cent, half up. Each line of a fare is rounded once, by this. */
export const roundCents = (amount: number): Cents => Math.round(amount);

/** `percent` (two decimals at most) of an amount in cents, rounded half up: 100.5, which is less in binary, is 101. */
export const percentOf = (amountCents: Cents, percent: number): Cents =>
  roundCents((amountCents * Math.round(percent * 100)) / 10_000);

/** Cents to the string that travels on the wire: `23358` → `"$233.58"`, no thousands separator. */
export const toDollarString = (cents: Cents): string => `$${(cents / 100).toFixed(2)}`;

const DOLLARS = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/;

/**
 * `"$233.58"`, `"233.5"` or `"233"` to cents; null for anything else (signs, exponents, separators, more than
 * two decimals).
 */
export function parseDollars(text: string): Cents | null {
  const match = DOLLARS.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Cents as a person reads them: `101244` → `"$1,012.44"`, `-500` → `"−$5.00"`. */
export function formatCents(cents: Cents): string {
  const amount = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${cents < 0 ? '−' : ''}$${amount}`;
}

/** As formatCents, without cents where there are none: `2500` → `"$25"`, `1250` → `"$12.50"`. */
export const formatDollars = (cents: Cents): string => formatCents(cents).replace(/\.00$/, '');

/**
 * Cents in whole dollars, where the cents say nothing: `130000` → `"$1,300"`. Rounded half up; never
 * negative.
 */
export const formatWholeDollars = (cents: Cents): string =>
  `$${Math.round(cents / 100).toLocaleString('en-US')}`;

/** A dollar string from the wire as a person reads it; anything unreadable is shown as it came. */
export function formatDollarString(text: string): string {
  const cents = parseDollars(text);
  return cents === null ? text : formatCents(cents);
}
