import { type RefObject, useEffect, useState } from 'react';

/** Distance from the viewport at which a place counts as near. */
const AHEAD = '800px';

/** Whether a place of the page has come near the viewport. From then on it is near, wherever the page is scrolled to. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);

  return isNear;
}
