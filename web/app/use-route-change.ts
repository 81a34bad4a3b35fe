import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollIntoView } from '#web/lib/motion.ts';

/** Calls back once the anchor exists, which may be after the route has rendered; gives up after 3 seconds. */
function whenThere(hash: string, callback: (anchor: HTMLElement) => void): () => void {
  const tryNow = () => {
    const anchor = document.getElementById(anchorName(hash));
    if (!anchor) return;
    stop();
    callback(anchor);
  };
  const observer = new MutationObserver(tryNow);
  const timer = setTimeout(() => observer.disconnect(), 3_000);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  tryNow();
  return stop;
}

/** Moves the focus to the anchor, so that the next Tab starts there. */
function startFrom(anchor: HTMLElement): void {
  anchor.tabIndex = -1;
  anchor.focus({ preventScroll: true });
}

/**
 * Does for routes what a browser does on page load: a new page starts at its top with focus on its content, a
 * hash scrolls to its element (smoothly within a page). Back and forward keep the browser's scroll position.
 */
export function useRouteChange(): void {
  const location = useLocation();
  const type = useNavigationType();
  const lastPath = useRef(location.pathname);

  // The location is a new one each time a link is followed, even if it leads to the same place again.
  useEffect(() => {
    const { pathname, hash } = location;
    const isNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    if (hash) {
      return whenThere(hash, (anchor) => {
        if (isNewPage || type === 'POP') anchor.scrollIntoView();
        else scrollIntoView(anchor);
        startFrom(anchor);
      });
    }
    if (!isNewPage) return;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [location, type]);
}

/**
 * The id in a hash: `#booking?vehicle=lux-suv` is `booking`. A hash that cannot be decoded is used as it is.
 */
export function anchorName(hash: string): string {
  const [name = ''] = hash.slice(1).split('?');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
