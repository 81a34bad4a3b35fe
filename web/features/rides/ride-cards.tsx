import { AnimatePresence } from 'framer-motion';
import type { ReactNode } from 'react';
import { FoldingItem } from './folding-item.tsx';

interface RideCardsProps<R> {
  rides: readonly R[];
  children: (ride: R) => ReactNode;
}

/** Active rides under each other; one that is no longer active folds away. */
export const RideCards = <R extends { id: string }>({ rides, children }: RideCardsProps<R>) => (
  <ul>
    <AnimatePresence>
      {rides.map((ride, index) => (
        <FoldingItem key={ride.id} index={index}>
          {children(ride)}
        </FoldingItem>
      ))}
    </AnimatePresence>
  </ul>
);
