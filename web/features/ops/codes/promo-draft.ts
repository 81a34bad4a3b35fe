import { parseDollars } from '#common/money.ts';
import type { NewPromo, StaffPromo } from '#common/promos/promo-staff-api.ts';
import { type Conditions, ridesOf } from './format-promo.ts';

/** A promo code as edited in its form, with numbers as text. */
export interface PromoDraft {
  code: string;
  title: string;
  badge: string;
  description: string;
  takesOff: 'percent' | 'amount';
  percent: string;
  amount: string;
  validFrom: string;
  validUntil: string;
  /** Weekdays of pickup, from 0 for Sunday; all seven if the code is valid every day. */
  weekdays: readonly number[];
  minimumHours: string;
  minimumFare: string;
  perRider: string;
  totalCap: string;
  firstRideOnly: boolean;
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

const numberText = (value: number | null) => (value === null ? '' : `${value}`);
const dollarsText = (cents: number | null) => (cents ? (cents / 100).toFixed(2).replace(/\.00$/, '') : '');

/** The generated text for riders, used when none is typed. */
const writtenText = (conditions: Conditions): string => `Off ${ridesOf(conditions)}.`;

/** Builds the form of a code; null for a new one. A description equal to the generated text is left empty. */
export const draftOf = (promo: StaffPromo | null): PromoDraft => ({
  code: promo?.code ?? '',
  title: promo?.title ?? '',
  badge: promo?.badge ?? '',
  description: promo && promo.description !== writtenText(promo) ? promo.description : '',
  takesOff: promo !== null && promo.percent === null ? 'amount' : 'percent',
  percent: numberText(promo?.percent ?? null),
  amount: dollarsText(promo?.amountCents ?? null),
  validFrom: promo?.validFrom ?? '',
  validUntil: promo?.validUntil ?? '',
  weekdays: promo?.weekdays ?? EVERY_DAY,
  minimumHours: numberText(promo?.minimumHours ?? null),
  minimumFare: dollarsText(promo?.minimumFareCents ?? null),
  perRider: numberText(promo?.perRider ?? null),
  totalCap: numberText(promo?.totalCap ?? null),
  firstRideOnly: promo?.firstRideOnly ?? false,
});

/** Parses a typed number: null if empty, NaN (which no field accepts) if it is not a number. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const centsOf = (text: string): number | null =>
  text.trim() === '' ? null : (parseDollars(text) ?? Number.NaN);

/** The form's terms, not validated yet. An empty text for riders is generated from the conditions. */
export function termsOf(draft: PromoDraft): NewPromo {
  const { code, title, validFrom, validUntil, weekdays, firstRideOnly } = draft;
  const conditions = {
    weekdays: weekdays.length === EVERY_DAY.length ? null : weekdays.toSorted(),
    minimumHours: numberOf(draft.minimumHours),
    minimumFareCents: centsOf(draft.minimumFare) ?? 0,
    firstRideOnly,
    perRider: numberOf(draft.perRider),
    totalCap: numberOf(draft.totalCap),
  };
  return {
    ...conditions,
    code,
    title,
    badge: draft.badge.trim() || null,
    description: draft.description.trim() || writtenText(conditions),
    percent: draft.takesOff === 'percent' ? numberOf(draft.percent) : null,
    amountCents: draft.takesOff === 'amount' ? centsOf(draft.amount) : null,
    validFrom: validFrom || null,
    validUntil: validUntil || null,
  };
}
