import { create } from 'zustand';

/** `live`: what changes elsewhere arrives here. `reconnecting`: what is shown may be old. */
export interface ConnectionState {
  state: 'live' | 'reconnecting';
  /** Since when it is in that state. */
  since: Date;
}

/** The state of the one socket. Written by `app/realtime.ts`, read by any screen. */
export const useConnectionStore = create<ConnectionState>()(() => ({
  state: 'reconnecting',
  since: new Date(),
}));

/** Notes a state; the same state again keeps its `since`. */
export const noteConnection = (state: ConnectionState['state']): void =>
  useConnectionStore.setState((known) => (known.state === state ? known : { state, since: new Date() }));
