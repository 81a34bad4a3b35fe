import type { StaffRates } from '#common/fares/rates-api.ts';
import { monthShort, shortDay } from './month-days.ts';

/** All versions of the rates by effective day, the seeded one first, and the only draft. */
export interface RatesList {
  versions: readonly StaffRates[];
  draft: StaffRates | null;
}

/** The state of a version on the timeline. */
export type RatesPhase = 'done' | 'in effect' | 'scheduled' | 'draft';

/** A version on the timeline; `rates` is null for a draft that is not saved yet. */
export interface RatesOnLine {
  /** Counted from 1, the seeded version. */
  number: number;
  phase: RatesPhase;
  rates: StaffRates | null;
}

/** The last past version, the one in effect, the scheduled ones, and always a draft, saved or not. */
export function ratesTimeline({ versions, draft }: RatesList, today: string): RatesOnLine[] {
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

/** The title of a version: `Version 4, in effect`. */
export const ratesTitle = ({ number, phase }: RatesOnLine): string =>
  phase === 'done' ? `Version ${number}` : `Version ${number}, ${phase}`;

/** When a version takes effect: `from Tue 1 Sep 2026`, or `from the start` for the seeded rates. */
export const sinceText = ({ effectiveFrom, version }: StaffRates): string =>
  version === 0 ? 'from the start' : `from ${shortDay(effectiveFrom)} ${effectiveFrom.slice(0, 4)}`;

/** A short date without weekday: `1 Dec`. */
export const dayAndMonth = (date: string): string =>
  date === '' ? '' : `${Number(date.slice(8))} ${monthShort(date)}`;

/** A number of changes: `3 changes`. */
export const changesText = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);
