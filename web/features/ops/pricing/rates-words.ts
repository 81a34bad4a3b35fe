import type { StaffRates } from '#common/fares/rates-api.ts';
import { monthShort, shortDay } from './month-days.ts';

/** What there is of the rates: versions by day, the seeded first, and the one draft. */
export interface RatesList {
  versions: readonly StaffRates[];
  draft: StaffRates | null;
}

/** Where a version stands on the line. */
export type RatesPhase = 'done' | 'in effect' | 'scheduled' | 'draft';

/** A version on the line; `rates` is null for new ones that are not saved yet. */
export interface RatesOnLine {
  /** 1 for the seeded. */
  number: number;
  phase: RatesPhase;
  rates: StaffRates | null;
}

/** The last version that is over, the one in effect, those scheduled, and the draft, which there always is. */
export function ratesOnLine({ versions, draft }: RatesList, today: string): RatesOnLine[] {
  const current = versions.findLastIndex(({ effectiveFrom }) => effectiveFrom <= today);
  const shown = versions.map((rates, index): RatesOnLine => {
    const phase = index > current ? 'scheduled' : index < current ? 'done' : 'in effect';
    return { number: index + 1, phase, rates };
  });
  return [
    ...shown.slice(Math.max(current - 1, 0)),
    { number: versions.length + 1, phase: 'draft', rates: draft },
  ];
}

/** `Version 4, in effect`. */
export const ratesTitle = ({ number, phase }: RatesOnLine): string =>
  phase === 'done' ? `Version ${number}` : `Version ${number}, ${phase}`;

/** `from Tue 1 Sep 2026`; the seeded rates have been there from the start. */
export const sinceText = ({ effectiveFrom, version }: StaffRates): string =>
  version === 0 ? 'from the start' : `from ${shortDay(effectiveFrom)} ${effectiveFrom.slice(0, 4)}`;

/** `1 Dec`. */
export const dayAndMonth = (date: string): string =>
  date === '' ? '' : `${Number(date.slice(8))} ${monthShort(date)}`;

/** `3 changes`. */
export const changesText = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);
