import type { Offer } from '#common/rides/ride.ts';

/** The longest wait before a resync, in milliseconds: after an outage not every browser asks in the same instant. */
const JITTER_MS = 800;

/** Before a resync that failed is tried again, in milliseconds: twice as long each time, up to the longest. */
const FIRST_RETRY_MS = 4_000;
const LONGEST_RETRY_MS = 60_000;

/** Loads a snapshot of one list, or of one ride. @returns whether it came */
export type LoadList = () => Promise<boolean>;

const activeLists = new Set<LoadList>();
let pending: ReturnType<typeof setTimeout> | undefined;

/** Keeps a list in sync while it is on screen: loads it now and at every resync, until the returned function is called. */
export function mountList(load: LoadList): () => void {
  const unmount = resyncWith(load);
  void reloadList(load);
  return unmount;
}

/** Loads a list, at an event too; one on screen that did not come is read with the others a few seconds later, until it comes. */
export async function reloadList(load: LoadList): Promise<void> {
  if (!(await load()) && activeLists.has(load)) resyncLater();
}

/** Has the lists on screen reloaded in a few seconds: what is shown could not be read, and may be stale. */
export const resyncLater = (): void => resyncIn(FIRST_RETRY_MS, FIRST_RETRY_MS * 2);

/** The same for what has been loaded already: only at every resync. */
export function resyncWith(load: LoadList): () => void {
  activeLists.add(load);
  return () => activeLists.delete(load);
}

/**
 * Reloads the lists on screen once, after a short random wait: for every (re)connect, `resync`, and tab that woke up.
 * Several calls within that wait are one.
 */
export function resyncLists(): void {
  cancelResync();
  resyncIn(0, FIRST_RETRY_MS);
}

/** Drops a resync that still waits: the connection it was for is closed, and the next one schedules its own. */
export function cancelResync(): void {
  clearTimeout(pending);
  pending = undefined;
}

function resyncIn(delayMs: number, retryMs: number): void {
  if (pending) return;
  pending = setTimeout(() => resync(retryMs), delayMs + Math.random() * JITTER_MS);
}

async function resync(retryMs: number): Promise<void> {
  pending = undefined;
  const outcomes = await Promise.all([...activeLists].map((load) => load()));
  // A list that could not be reloaded is stale, though the page is live again.
  if (outcomes.includes(false)) resyncIn(retryMs, Math.min(retryMs * 2, LONGEST_RETRY_MS));
}

/** The live subscription to the offers. */
export interface OffersChannel {
  /** Subscribes, and returns the offers that are open. */
  watch: () => Promise<Offer[]>;
  unwatch: () => void;
}

let channel: OffersChannel | null = null;

/** Set by the owner of the socket: the channel while it is connected, null while it is not. */
export function setOffersChannel(next: OffersChannel | null): void {
  channel = next;
}

/** The channel, or null while there is none. */
export const offersChannel = (): OffersChannel | null => channel;
