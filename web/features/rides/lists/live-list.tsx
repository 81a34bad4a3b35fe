import '../rides.css';
import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { type FocusEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { ENTER } from '#web/lib/motion.ts';

interface RideCardsProps<R> {
  rides: readonly R[];
  children: (ride: R) => ReactNode;
}

/** The list of active rides. A ride that is no longer active collapses. */
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

/** Delay between one item and the next, in milliseconds. Items after `LAST_STAGGERED` enter together. */
const STAGGER_MS = 40;
const LAST_STAGGERED = 8;

/**
 * An item of a live list, to be used within AnimatePresence. It slides in, moves with its position and
 * collapses. It enters by CSS, so that the list is visible before the animation code has loaded.
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

/** Marks an item's main button with the item's id: `<Button {...itemAction(ride.id)}>`. */
export const itemAction = (id: string) => ({ 'data-item-action': id });

const actionOf = (list: HTMLElement, id: string) =>
  list.querySelector<HTMLElement>(`[data-item-action="${CSS.escape(id)}"]`);

/**
 * Keeps the keyboard focus when an item is removed: it moves from the item's main button to that of the next
 * item, else of the last one, else to the list. Spread the result on the list.
 *
 * @param ids items with a main button, in order; must be a stable reference while unchanged
 */
export function useListFocus(ids: readonly string[]) {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const order = useRef(ids);

  useLayoutEffect(() => {
    const lost = focused.current;
    if (list.current && lost && !ids.includes(lost)) {
      const after = order.current.slice(order.current.indexOf(lost) + 1);
      const next = after.find((id) => ids.includes(id)) ?? ids.at(-1);
      const target = next ? actionOf(list.current, next) : list.current;
      focused.current = next ?? null;
      // Without scrolling: the removed item collapses, so the next button moves to its position.
      target?.focus({ preventScroll: true });
    }
    order.current = ids;
  }, [ids]);

  return {
    ref: list,
    tabIndex: -1,
    className: 'outline-none',
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.dataset.itemAction ?? null;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
