import { useLayoutEffect, useRef } from 'react';

/** What the keys of the Drive view do, by `KeyboardEvent.key` in capitals. */
export type DriveKeys = Readonly<Record<string, (() => void) | undefined>>;

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a') !== null;

/**
 * Listens to single keys wherever the focus is, since nothing is typed in the Drive view. A key held down counts once, Space on
 * a button is the button's, and a key with Ctrl, Alt or Meta the browser's.
 */
export function useDriveKeys(keys: DriveKeys): void {
  const latest = useRef(keys);
  // In layout effects, before the screen is painted: no key is lost, and none means the screen before.
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
