import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** After this many milliseconds without input, the pointer, focus or open ride no longer holds the list. */
const REST_MS = 30_000;

/**
 * Whether the list must hold still because the user may be about to press something in it: the pointer is
 * over it, it has focus, a dialog is open above it, or the user is working on one of its rides in the drawer.
 * The hold does not lapse between two of these, as when a dialog returns focus.
 *
 * @param isBeside whether the ride at the cursor is open in the drawer
 * @returns `isHeld`, and the event handlers for the list's element
 */
export function useListHold(isBeside: boolean) {
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

/** Events that show user activity. */
const SIGNS = ['keydown', 'pointerdown', 'pointermove'] as const;

/** Whether there was user activity anywhere in the window within `REST_MS`; false while not `isAsked`. */
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

/** The attribute that Radix sets on the body while a modal dialog is open. */
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
