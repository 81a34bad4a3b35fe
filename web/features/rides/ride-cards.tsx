import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import type { ReactNode } from 'react';
import { listItem } from '#web/lib/motion.ts';

interface RideCardsProps<R> {
  rides: readonly R[];
  children: (ride: R) => ReactNode;
}

/** Active rides under each other; one that moves on elsewhere folds away. */
export const RideCards = <R extends { id: string }>({ rides, children }: RideCardsProps<R>) => (
  <ul>
    <AnimatePresence>
      {rides.map((ride, index) => (
        <m.li key={ride.id} layout="position" className="flow-root" {...listItem(index)}>
          <div className="mb-4">{children(ride)}</div>
        </m.li>
      ))}
    </AnimatePresence>
  </ul>
);
