/** The shortest time in the background after which a page is refreshed, in milliseconds. */
const NAP_MS = 30_000;

/** Calls back when the page returns after 30 seconds or more in the background, or from the bfcache. */
export function onWake(callback: () => void, signal: AbortSignal): void {
  let hiddenAt: number | null = null;

  const noteVisibility = () => {
    if (document.hidden) {
      hiddenAt ??= Date.now();
      return;
    }
    const hasSlept = hiddenAt !== null && Date.now() - hiddenAt >= NAP_MS;
    hiddenAt = null;
    if (hasSlept) callback();
  };

  document.addEventListener('visibilitychange', noteVisibility, { signal });
  window.addEventListener('pageshow', (event) => event.persisted && callback(), { signal });
}
