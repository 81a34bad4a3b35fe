import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollIntoView } from '#web/lib/motion.ts';

/**
 * Calls back once the element exists, which may be after the route has rendered. Stops waiting after 3
 * seconds.
 *
 * @returns stops waiting, and cleans up after the callback
 */
function whenThere(hash: string, callback: (anchor: HTMLElement) => (() => void) | undefined): () => void {
  let end: (() => void) | undefined;
  const tryNow = () => {
    const anchor = document.getElementById(anchorName(hash));
    if (!anchor) return;
    stop();
    end = callback(anchor);
  };
  const observer = new MutationObserver(tryNow);
  const timer = setTimeout(() => observer.disconnect(), 3_000);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  tryNow();
  return () => {
    stop();
    end?.();
  };
}

/**
 * Scrolls to the anchor, and again when the page grows or shrinks, until the user scrolls or presses
 * something. Most browsers have scroll anchoring; WebKit does not.
 *
 * @returns stops holding the position
 */
function holdInView(anchor: HTMLElement): () => void {
  let place: number;
  const goThere = () => {
    anchor.scrollIntoView();
    place = scrollY;
  };
  goThere();
  const observer = new ResizeObserver(() => (scrollY === place ? goThere() : letGo()));
  const letGo = () => observer.disconnect();
  observer.observe(document.body);
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, letGo, { once: true });
  return letGo;
}

/** Moves the focus to the anchor, so that the next Tab continues from there. */
function startFrom(anchor: HTMLElement): void {
  anchor.tabIndex = -1;
  anchor.focus({ preventScroll: true });
}

/**
 * Handles scrolling and focus for route changes as browsers do on page load. A new page starts at its top,
 * with the focus on its content. A hash scrolls to its element: smoothly within a page; on a new page the
 * element stays in view while the page fills. Back and forward keep the browser's scroll position.
 */
export function useRouteChange(): void {
  const location = useLocation();
  const type = useNavigationType();
  const lastPath = useRef(location.pathname);

  // Each followed link creates a new location, even one to the current URL.
  useEffect(() => {
    const { pathname, hash } = location;
    const isNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    if (hash) {
      return whenThere(hash, (anchor) => {
        startFrom(anchor);
        if (isNewPage || type === 'POP') return holdInView(anchor);
        scrollIntoView(anchor);
      });
    }
    if (!isNewPage) return;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [location, type]);
}

/**
 * Returns the element id in a hash: `booking` for `#booking?vehicle=lux-suv`. Keeps undecodable text as is.
 */
export function anchorName(hash: string): string {
  const [name = ''] = hash.slice(1).split('?');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
