/** Hidden for less than this, a page has missed nothing worth asking for. */
const NAP_MS = 30_000;

/** Calls back when the page comes back from a long time in the background, or out of the browser's back-forward cache. */
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
