import { useEffect, useState } from 'react';

/** Whether a button of the mouse, or a finger, is down anywhere in the window; until its click has been told. @param isAsked whether anybody wants to know */
export function useIsPressed(isAsked: boolean): boolean {
  const [isPressed, setIsPressed] = useState(false);

  useEffect(() => {
    if (!isAsked) return;
    let timer: ReturnType<typeof setTimeout>;
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    const press = () => {
      clearTimeout(timer);
      setIsPressed(true);
    };
    const release = () => {
      // The click follows at once: what is done after a turn of the loop comes later.
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
  }, [isAsked]);

  return isPressed;
}
