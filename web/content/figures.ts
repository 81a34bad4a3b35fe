import type { FigureCopy } from './page-copy.ts';

/** Marquee's key figures (specification section 1), the single source for all pages. */
export const FIGURES = {
  riders: { value: '500K+', label: 'Riders' },
  cities: { value: '5', label: 'Cities, Las Vegas first' },
  support: { value: '24/7', label: 'Support' },
  vehicles: { value: '15', label: 'Vehicle categories' },
  insurance: { value: '$3M', label: 'Insurance' },
  fareShare: { value: '80%', label: 'Of the fare to the driver' },
  tipShare: { value: '100%', label: 'Of tips to the driver' },
} as const satisfies Record<string, FigureCopy>;
