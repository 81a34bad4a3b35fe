import type { EventPayload } from '#common/rides/ride-events.ts';

/** Events that only the console receives. */
type OpsEvent = 'board:changed' | 'fleet:changed' | 'alert:changed' | 'inbox:changed';

/** The console's part of the page's single socket. */
export interface OpsChannel {
  /** Subscribes to the console's events. @throws when this account is not allowed to */
  watch: () => Promise<void>;
  unwatch: () => void;
}

let channel: OpsChannel | null = null;

/** Sets the channel; called by `app/realtime.ts`. Null while the socket is not connected. */
export function setOpsChannel(next: OpsChannel | null): void {
  channel = next;
}

/** Returns the channel; null while the socket is not connected. */
export const opsChannel = (): OpsChannel | null => channel;

type Listeners = { [Name in OpsEvent]: Set<(items: EventPayload<Name>) => void> };

const listeners: Listeners = {
  'board:changed': new Set(),
  'fleet:changed': new Set(),
  'alert:changed': new Set(),
  'inbox:changed': new Set(),
};

/** Calls `listener` with the payload of each such event, until the returned function is called. */
export function onOps<Name extends OpsEvent>(
  event: Name,
  listener: (items: EventPayload<Name>) => void,
): () => void {
  const set: Set<(items: EventPayload<Name>) => void> = listeners[event];
  set.add(listener);
  return () => set.delete(listener);
}

/** Passes an event's payload to its listeners. */
export function emitOps<Name extends OpsEvent>(event: Name, items: EventPayload<Name>): void {
  const set: Set<(items: EventPayload<Name>) => void> = listeners[event];
  for (const listener of set) listener(items);
}
