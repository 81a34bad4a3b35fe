import '../rides.css';
import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { type FocusEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { ENTER } from '#web/lib/motion.ts';

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

/** Marks an item's main button with the item's id: `<Button {...itemAction(ride.id)}>`. */
export const itemAction = (id: string) => ({ 'data-item-action': id });

const actionOf = (list: HTMLElement, id: string) =>
  list.querySelector<HTMLElement>(`[data-item-action="${CSS.escape(id)}"]`);

/**
 * Keeps the keyboard's place when an item goes: focus moves from its main button to the next item's, else to the last one's, else to
 * the list itself. To be spread on the list.
 *
 * @param ids the items that can be acted on, in their order; the same array as long as they are the same
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
      // The item that goes makes room, so the next one's button comes to where the last one was.
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
