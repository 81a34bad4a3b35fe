import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A cursor that has rested so long, in milliseconds, has been left lying there; so has a ride beside the list. */
const REST_MS = 30_000;

/**
 * Whether somebody is about to press something in a list: a mouse over it, the focus in it, a dialog above it, or one of its
 * rides at work beside it. From one of these to the next, as when a dialog returns the focus, it is not let go in between.
 *
 * @param isBeside whether the ride that the cursor stands on is open in the drawer
 * @returns that, and what the list has to tell
 */
export function useHold(isBeside: boolean) {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isModal = useIsModalOpen();
  const isAtWork = useIsAtWork(isBeside);
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
  return { isHeld: hasPointer || hasFocus || isModal || isAtWork, listProps };
}

/** Signs that somebody is there. */
const SIGNS = ['keydown', 'pointerdown', 'pointermove'] as const;

/** Whether somebody is there, wherever in the window, as long as that is asked for. */
function useIsAtWork(isAsked: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    let timer: ReturnType<typeof setTimeout>;
    const note = () => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIsIdle(true), REST_MS);
    };
    note();
    const listening = new AbortController();
    const { signal } = listening;
    for (const sign of SIGNS) document.addEventListener(sign, note, { signal, passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [isAsked]);
  return isAsked && !isIdle;
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
