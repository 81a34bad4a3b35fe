import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { FareLine } from '#common/fares/quote-fare.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { FareRows } from './fare-rows.tsx';

interface FoldedFareProps {
  /** Identifies the ride, such as `Back, Mon 30 Nov`. */
  label: string;
  lines: readonly FareLine[];
  fareCents: Cents;
  className?: string;
}

/** The fare of one of several rides, as a row that expands into the lines of the fare. */
export const FoldedFare = ({ label, lines, fareCents, className }: FoldedFareProps) => (
  <details className={clsx('disclosure', className)}>
    <summary className="flex min-h-11 list-none items-center gap-2 leading-snug [&::-webkit-details-marker]:hidden">
      <span className="text-ink-2">{label}</span>
      <ChevronDown aria-hidden size={16} className="chevron shrink-0 transition-transform" />
      <span className="figures ml-auto font-normal">{formatCents(fareCents)}</span>
    </summary>
    <FareRows lines={lines} className="gap-y-3 pb-3 text-14" />
  </details>
);
