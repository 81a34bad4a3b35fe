import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import type { PostedOffer } from './offer-board.ts';

const acceptButton = (list: HTMLElement, rideId: string) =>
  list.querySelector<HTMLElement>(`[data-accept="${CSS.escape(rideId)}"]`);

/**
 * Keeps the keyboard's place when an offer goes: focus moves from its button to the next one's, else to the last one's,
 * else to the list itself, which must be focusable. To be spread on the list.
 */
export function useAcceptFocus(posted: readonly PostedOffer[]) {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const order = useRef<string[]>([]);

  useLayoutEffect(() => {
    const open = posted.filter(({ isTaken }) => !isTaken).map(({ offer }) => offer.id);
    const lost = focused.current;
    if (list.current && lost && !open.includes(lost)) {
      const after = order.current.slice(order.current.indexOf(lost) + 1);
      const next = after.find((id) => open.includes(id)) ?? open.at(-1);
      const target = next ? acceptButton(list.current, next) : list.current;
      focused.current = next ?? null;
      // The card that goes makes room, so the next one's button comes to where the last one was.
      target?.focus({ preventScroll: true });
    }
    order.current = open;
  }, [posted]);

  return {
    ref: list,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.dataset.accept ?? null;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
