import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollIntoView } from '#web/lib/motion.ts';

/**
 * Calls back once the anchor exists, which may be after the route has rendered; gives up after 3 seconds.
 *
 * @returns stops the waiting, and what the callback began
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
 * Scrolls to the anchor, and again when the page grows or shrinks, until somebody scrolls or presses something. Most browsers hold a
 * place by themselves; WebKit does not.
 *
 * @returns lets it go
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

/** Moves the focus to the anchor, so that the next Tab starts there. */
function startFrom(anchor: HTMLElement): void {
  anchor.tabIndex = -1;
  anchor.focus({ preventScroll: true });
}

/**
 * Does for routes what a browser does on page load: a new page starts at its top with focus on its content, a
 * hash scrolls to its element (smoothly within a page), where a page that opens with one stays as it fills. Back and forward keep the
 * browser's scroll position.
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
