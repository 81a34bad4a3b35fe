import * as m from 'framer-motion/m';
import type { ReactNode } from 'react';
import { ENTER } from '#web/lib/motion.ts';
import './rides.css';

/** Between one item and the next, in milliseconds; from a certain item on all enter together, so that none is waited for. */
const STAGGER_MS = 40;
const LAST_STAGGERED = 8;

/**
 * An item of a live list, to be used within AnimatePresence: it slides in, moves when its place changes, and folds away. It enters by
 * CSS, so that a list is seen even before the code that animates the rest has come.
 */
export const FoldingItem = ({ index, children }: { index: number; children: ReactNode }) => (
  <m.li
    layout="position"
    initial={false}
    exit={{ opacity: 0, height: 0, transition: ENTER }}
    className="folding-item"
    style={{ animationDelay: `${Math.min(index, LAST_STAGGERED) * STAGGER_MS}ms` }}
  >
    <div className="mb-4">{children}</div>
  </m.li>
);
