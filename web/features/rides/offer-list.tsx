import { AnimatePresence } from 'framer-motion';
import { useMemo } from 'react';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { FoldingItem } from './folding-item.tsx';
import type { PostedOffer } from './offer-board.ts';
import { OfferCard } from './offer-card.tsx';
import type { RenderVehicle } from './render-vehicle.ts';
import { TakenRow } from './taken-row.tsx';
import { useListFocus } from './use-list-focus.ts';

interface OfferListProps {
  posted: readonly PostedOffer[];
  /** Whether offers can be accepted now: not while the list may be old. */
  isOpen: boolean;
  renderVehicle: RenderVehicle;
  onAccept: (rideId: string) => void;
}

/** The offers, newest on top; or that there are none. */
export function OfferList({ posted, isOpen, renderVehicle, onAccept }: OfferListProps) {
  const now = useNow();
  const openIds = useMemo(
    () => posted.filter(({ isTaken }) => !isTaken).map(({ offer }) => offer.id),
    [posted],
  );
  const keepFocus = useListFocus(openIds);

  return (
    <div {...keepFocus}>
      <ul>
        <AnimatePresence>
          {posted.map((each, index) => (
            <FoldingItem key={each.offer.id} index={index}>
              {each.isTaken ? (
                <TakenRow offer={each.offer} now={now} />
              ) : (
                <OfferCard
                  posted={each}
                  now={now}
                  isOpen={isOpen}
                  renderVehicle={renderVehicle}
                  onAccept={onAccept}
                />
              )}
            </FoldingItem>
          ))}
        </AnimatePresence>
      </ul>
      {posted.length === 0 && (
        <EmptyState title="No rides available" text="New ride requests will appear here" />
      )}
    </div>
  );
}
