/** The longest wait before a resync, in milliseconds: after an outage not every browser asks in the same instant. */
const JITTER_MS = 800;

/** Before a resync that failed is tried again, in milliseconds: twice as long each time, up to the longest. */
const FIRST_RETRY_MS = 4_000;
const LONGEST_RETRY_MS = 60_000;

/** Takes a snapshot of one list. @returns whether it came */
export type LoadList = () => Promise<boolean>;

const mounted = new Set<LoadList>();
let pending: ReturnType<typeof setTimeout> | undefined;

async function resync(retryMs: number): Promise<void> {
  pending = undefined;
  const outcomes = await Promise.all([...mounted].map((load) => load()));
  // A list that could not be renewed is old, though the page is live again.
  if (outcomes.includes(false)) resyncIn(retryMs, Math.min(retryMs * 2, LONGEST_RETRY_MS));
}

function resyncIn(delayMs: number, retryMs: number): void {
  if (pending) return;
  pending = setTimeout(() => resync(retryMs), delayMs + Math.random() * JITTER_MS);
}

/**
 * Renews the lists on screen once, after a short random wait: for every (re)connect, `resync`, and tab that woke up.
 * Several calls within that wait are one.
 */
export function resyncLists(): void {
  clearTimeout(pending);
  pending = undefined;
  resyncIn(0, FIRST_RETRY_MS);
}

/** Keeps a list on screen: loads it now and at every resync, until the returned function is called. */
export function mountList(load: LoadList): () => void {
  mounted.add(load);
  void load();
  return () => mounted.delete(load);
}
