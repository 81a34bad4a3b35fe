import type { EventPayload } from '#common/rides/ride-events.ts';

/** Events that only the console hears. */
export type OpsEvent = 'board:changed' | 'alert:changed' | 'inbox:changed';

/** The console's part of the one socket. */
export interface OpsChannel {
  /** Joins the console. @throws when this account may not */
  watch: () => Promise<void>;
  unwatch: () => void;
}

let channel: OpsChannel | null = null;

/** Set by the owner of the socket: the channel while it is connected, null while it is not. */
export function setOpsChannel(next: OpsChannel | null): void {
  channel = next;
}

/** The channel, or null while there is none. */
export const opsChannel = (): OpsChannel | null => channel;

type Listeners = { [Name in OpsEvent]: Set<(items: EventPayload<Name>) => void> };

const listeners: Listeners = {
  'board:changed': new Set(),
  'alert:changed': new Set(),
  'inbox:changed': new Set(),
};

/** Calls `listener` with what each such event brings, until the returned function is called. */
export function onOps<Name extends OpsEvent>(
  event: Name,
  listener: (items: EventPayload<Name>) => void,
): () => void {
  const set: Set<(items: EventPayload<Name>) => void> = listeners[event];
  set.add(listener);
  return () => set.delete(listener);
}

/** Passes what an event brought to its listeners. */
export function emitOps<Name extends OpsEvent>(event: Name, items: EventPayload<Name>): void {
  const set: Set<(items: EventPayload<Name>) => void> = listeners[event];
  for (const listener of set) listener(items);
}
