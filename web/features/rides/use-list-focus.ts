import { type FocusEvent, useLayoutEffect, useRef } from 'react';

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
