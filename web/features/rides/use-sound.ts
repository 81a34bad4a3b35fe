import { useEffect } from 'react';
import { allowSound, useSoundStore } from './ring.ts';

/** Asks for sound as soon as the page was pressed. @returns whether it is allowed by now */
export function useSound(): boolean {
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive) void allowSound();
    const options = { once: true, capture: true };
    document.addEventListener('click', allowSound, options);
    document.addEventListener('keydown', allowSound, options);
    return () => {
      document.removeEventListener('click', allowSound, options);
      document.removeEventListener('keydown', allowSound, options);
    };
  }, []);

  return useSoundStore(({ isAllowed }) => isAllowed);
}
