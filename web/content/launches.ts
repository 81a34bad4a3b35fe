import type { StopCopy } from './page-copy.ts';

/** Live and planned cities (specification section 1). Dates are shown as given. */
export const LAUNCHES: readonly StopCopy[] = [
  { title: 'Las Vegas', text: 'Live now' },
  { title: 'Los Angeles', text: 'Q2 2025', isAhead: true },
  { title: 'Miami', text: 'Q3 2025', isAhead: true },
  { title: 'New York', text: 'Q4 2025', isAhead: true },
  { title: 'Chicago', text: 'Q1 2026', isAhead: true },
];
