import { type RefObject, useEffect, useState } from 'react';

/** The root margin of the IntersectionObserver. */
const AHEAD = '800px';

/** Whether an element has come within 800 px of the viewport. Stays true from then on. */
export function useIsNearViewport(place: RefObject<HTMLElement | null>): boolean {
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
