/** The longest random delay before a resync, in milliseconds. Spreads the load after an outage. */
const JITTER_MS = 800;

/** The delay before the first retry of a resync, in milliseconds. Doubles with each failure. */
const FIRST_RETRY_MS = 4_000;
const LONGEST_RETRY_MS = 60_000;

/** Loads a snapshot of a list or of one ride. @returns whether it was loaded */
export type LoadList = () => Promise<boolean>;

const activeLists = new Set<LoadList>();
let pending: ReturnType<typeof setTimeout> | undefined;

/** Keeps a list in sync while it is on screen: loads it now and at every resync. @returns stops that */
export function mountList(load: LoadList): () => void {
  const unmount = onResync(load);
  void reloadList(load);
  return unmount;
}

/**
 * Loads a list outside a resync, such as after an event. If that fails while the list is on screen, all lists
 * on screen are reloaded a few seconds later, until it succeeds.
 */
export async function reloadList(load: LoadList): Promise<void> {
  if (!(await load()) && activeLists.has(load)) resyncLater();
}

/** Schedules a reload of the lists on screen in a few seconds, since a failed load left them stale. */
export const resyncLater = (): void => resyncIn(FIRST_RETRY_MS, FIRST_RETRY_MS * 2);

/** Reloads a list at every resync, without loading it now as `mountList` does. @returns stops that */
export function onResync(load: LoadList): () => void {
  activeLists.add(load);
  return () => activeLists.delete(load);
}

/**
 * Reloads the lists on screen after a short random delay: at every connect, reconnect, `resync` event and
 * wake-up of the tab. Calls within that delay are combined into one.
 */
export function resyncLists(): void {
  cancelResync();
  resyncIn(0, FIRST_RETRY_MS);
}

/** Cancels a scheduled resync when its connection is closed. The next connection schedules a new one. */
export function cancelResync(): void {
  clearTimeout(pending);
  pending = undefined;
}

function resyncIn(delayMs: number, retryMs: number): void {
  if (pending) return;
  pending = setTimeout(() => resync(retryMs), delayMs + Math.random() * JITTER_MS);
}

function resync(retryMs: number): void {
  pending = undefined;
  // A list that failed to reload is stale even though the socket is connected again. Its retry does not wait
  // for slower lists.
  for (const load of activeLists) {
    void load().then((isLoaded) => isLoaded || resyncIn(retryMs, Math.min(retryMs * 2, LONGEST_RETRY_MS)));
  }
}
