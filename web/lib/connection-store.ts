import { create } from 'zustand';

/**
 * `connecting` until the first connection; `live`: events arrive; `reconnecting`: what is shown may be stale.
 */
export type Connection = 'connecting' | 'live' | 'reconnecting';

export interface ConnectionState {
  state: Connection;
  /** When it entered that state. */
  since: Date;
}

/** The state of the one socket. Written by `app/realtime.ts`, read by any screen. */
export const useConnectionStore = create<ConnectionState>()(() => ({
  state: 'connecting',
  since: new Date(),
}));

/** Sets the state and its `since`; the same state again keeps the known `since`. */
export const noteConnection = (state: Connection, since = new Date()): void =>
  useConnectionStore.setState((known) => (known.state === state ? known : { state, since }));
