/** A page hidden for less than this, in milliseconds, is not refreshed. */
const NAP_MS = 30_000;

/**
 * Calls back when the page returns from 30 seconds or more in the background, or from the back-forward cache.
 */
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
