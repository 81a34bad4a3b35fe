// The Redis channels on which servers and workers publish changes. `published-message.ts` defines the format
// of their messages.

/** Changes of rides, composed by `composeRideMessage`. */
export const RIDES_CHANGED = 'rides.changed';

/** Drivers' positions, each with the rooms that may see it. */
export const RIDES_POSITION = 'rides.position';

/** Changes that only the console shows, written by `createOpsOutbox`. */
export const OPS_CHANGED = 'ops.changed';
