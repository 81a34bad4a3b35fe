import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/components/ui/icon-button.tsx';

export type Direction = 'previous' | 'next';

interface FleetHeaderProps {
  /** Omitted while the carousel cannot move yet. */
  onMove?: (direction: Direction) => void;
}

const ROUND = 'rounded-full! border border-control';

/** The fleet's headline and the carousel's buttons, shown at every width (WCAG 2.5.7). */
export const FleetHeader = ({ onMove }: FleetHeaderProps) => (
  <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
    <div>
      <h2 id="pricing-title" className="display text-40 lg:text-56">
        The fleet, to scale
      </h2>
      <p className="mt-3 text-18 text-ink-2">
        Every picture shares one ground line and one ruler. The figure is 1.75 m tall.
      </p>
    </div>
    <div className="flex gap-2 noscript:hidden">
      <IconButton
        label="Previous vehicle"
        aria-disabled={!onMove}
        onClick={() => onMove?.('previous')}
        className={ROUND}
      >
        <ChevronLeft aria-hidden size={20} />
      </IconButton>
      <IconButton
        label="Next vehicle"
        aria-disabled={!onMove}
        onClick={() => onMove?.('next')}
        className={ROUND}
      >
        <ChevronRight aria-hidden size={20} />
      </IconButton>
    </div>
  </div>
);
