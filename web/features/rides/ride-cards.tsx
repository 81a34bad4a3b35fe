import { AnimatePresence } from 'framer-motion';
import { type ReactNode, useMemo } from 'react';
import { FoldingItem } from './folding-item.tsx';
import { useListFocus } from './use-list-focus.ts';

interface RideCardsProps<R> {
  rides: readonly R[];
  children: (ride: R) => ReactNode;
}

/** Active rides under each other; one that is no longer active folds away. */
export function RideCards<R extends { id: string }>({ rides, children }: RideCardsProps<R>) {
  const ids = useMemo(() => rides.map(({ id }) => id), [rides]);
  const keepFocus = useListFocus(ids);

  return (
    <div {...keepFocus}>
      <ul>
        <AnimatePresence>
          {rides.map((ride, index) => (
            <FoldingItem key={ride.id} index={index}>
              {children(ride)}
            </FoldingItem>
          ))}
        </AnimatePresence>
      </ul>
    </div>
  );
}
