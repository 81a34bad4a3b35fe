import { create } from 'zustand';

/** `connecting` until the first connection; `live`: what changes elsewhere arrives here; `reconnecting`: what is shown may be old. */
export type Connection = 'connecting' | 'live' | 'reconnecting';

export interface ConnectionState {
  state: Connection;
  /** Since when it is in that state. */
  since: Date;
}

/** The state of the one socket. Written by `app/realtime.ts`, read by any screen. */
export const useConnectionStore = create<ConnectionState>()(() => ({
  state: 'connecting',
  since: new Date(),
}));

/** Notes a state and since when it is; the same state again keeps its `since`. */
export const noteConnection = (state: Connection, since = new Date()): void =>
  useConnectionStore.setState((known) => (known.state === state ? known : { state, since }));
