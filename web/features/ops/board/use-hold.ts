import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A cursor that has rested so long, in milliseconds, has been left lying there. */
const REST_MS = 30_000;

/**
 * Whether somebody is about to press something in a list: a mouse over it, the focus in it, or a dialog above it.
 *
 * @returns that, and what the list has to tell
 */
export function useHold() {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isModal = useIsModalOpen();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const rest = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setHasPointer(false);
      setHasFocus(false);
    }, REST_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const listProps = {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      setHasPointer(true);
      rest();
    },
    onPointerLeave: () => setHasPointer(false),
    onFocus: () => {
      setHasFocus(true);
      rest();
    },
    onKeyDown: () => {
      setHasFocus(true);
      rest();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
    },
  };
  return { isHeld: hasPointer || hasFocus || isModal, listProps };
}

/** Radix marks the page while a dialog is open that everything else waits for. */
const MODAL_MARK = 'data-scroll-locked';

function useIsModalOpen(): boolean {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const look = () => setIsOpen(document.body.hasAttribute(MODAL_MARK));
    const observer = new MutationObserver(look);
    observer.observe(document.body, { attributes: true, attributeFilter: [MODAL_MARK] });
    look();
    return () => observer.disconnect();
  }, []);
  return isOpen;
}
