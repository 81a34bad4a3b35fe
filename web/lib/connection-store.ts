import { create } from 'zustand';

/** `connecting` until the first connection; `live`: events arrive; `reconnecting`: data may be stale. */
export type Connection = 'connecting' | 'live' | 'reconnecting';

interface ConnectionState {
  state: Connection;
  /** When the connection entered that state. */
  since: Date;
}

/** The state of the page's single socket. Written by `app/realtime.ts`, read by any screen. */
export const useConnectionStore = create<ConnectionState>()(() => ({
  state: 'connecting',
  since: new Date(),
}));

/** Sets the state and its `since`. An unchanged state keeps its `since`. */
export const setConnection = (state: Connection, since = new Date()): void =>
  useConnectionStore.setState((known) => (known.state === state ? known : { state, since }));
