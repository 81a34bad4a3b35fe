import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import type { Standing } from './ride-standing.ts';

/** A card's first line: what kind of ride, and where it stands. */
export const RideHead = ({ rideType, standing }: { rideType: string; standing: Standing }) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-1 [grid-area:head] max-sm:justify-between">
    <TierBadge rideType={rideType} />
    <StatusDot tone={standing.tone}>{standing.label}</StatusDot>
  </header>
);
