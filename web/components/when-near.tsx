import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadBoundary } from './load-boundary.tsx';

interface WhenNearProps {
  /** Of the same size as the children, so that nothing moves when they take its place. */
  fallback: ReactNode;
  /** A lazy component: its code is loaded when it is first to be shown. */
  children: ReactNode;
  className?: string;
}

/** How far below the screen loading begins, so that it is over when the place is reached. */
const AHEAD = '800px';

/** Shows its children once the visitor comes near them. */
export function WhenNear({ fallback, children, className }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
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
  }, []);

  return (
    <div ref={place} className={className}>
      {isNear ? <LoadBoundary fallback={fallback}>{children}</LoadBoundary> : fallback}
    </div>
  );
}
