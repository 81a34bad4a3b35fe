import { useEffect, useState } from 'react';

/**
 * Whether a mouse button or finger is down anywhere in the window, until its click event has been dispatched.
 *
 * @param isEnabled whether to track presses
 */
export function useIsPressed(isEnabled: boolean): boolean {
  const [isPressed, setIsPressed] = useState(false);

  useEffect(() => {
    if (!isEnabled) return;
    let timer: ReturnType<typeof setTimeout>;
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    const press = () => {
      clearTimeout(timer);
      setIsPressed(true);
    };
    const release = () => {
      // The click event is dispatched right after pointerup; the timer runs after it.
      timer = setTimeout(() => setIsPressed(false));
    };
    document.addEventListener('pointerdown', press, options);
    document.addEventListener('pointerup', release, options);
    document.addEventListener('pointercancel', release, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
      setIsPressed(false);
    };
  }, [isEnabled]);

  return isPressed;
}
