import { useRef } from 'react';

/**
 * For a dialog that something else than a trigger of its own opens: the focus goes back to where it was, unless it has gone on by itself.
 * Spread it on Radix's content.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);

  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { activeElement } = document;
      const isLost = activeElement === document.body || isWithin(event.target, activeElement);
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

const isWithin = (container: EventTarget | null, element: Element | null): boolean =>
  container instanceof Node && container.contains(element);
