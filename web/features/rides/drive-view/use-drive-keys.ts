import { useLayoutEffect, useRef } from 'react';

/** Actions of the Drive view by `KeyboardEvent.key`, single letters in upper case. */
type DriveKeys = Readonly<Record<string, (() => void) | undefined>>;

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a') !== null;

/**
 * Handles single keys regardless of focus, since the Drive view has no text fields. A key held down counts
 * once. Space on a button or link, and keys with Ctrl, Alt or Meta, are left to the browser.
 */
export function useDriveKeys(keys: DriveKeys): void {
  const latest = useRef(keys);
  // Layout effects run before the screen is painted, so that no key is lost or applied to the previous
  // screen.
  useLayoutEffect(() => {
    latest.current = keys;
  });

  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === ' ' && isPressable(event.target)) return;
      const press = latest.current[event.key.length === 1 ? event.key.toUpperCase() : event.key];
      if (!press) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}
