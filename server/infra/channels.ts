// The Redis channels on which servers and workers publish. `published-message.ts` defines the format of the
// messages on the first three; the others hold ids or nothing.

/** Changes of rides, composed by `composeRideMessage`. */
export const RIDES_CHANGED = 'rides.changed';

/** Drivers' positions, each with the rooms that may see it. */
export const RIDES_POSITION = 'rides.position';

/** Changes that only the console shows, written by `createOpsOutbox`. */
export const OPS_CHANGED = 'ops.changed';

/** Rates that were scheduled, changed or withdrawn, written by `ratesOutbox`. */
export const CATALOGUE_CHANGED = 'catalogue.changed';

/**
 * Drivers whose duty, state, papers or vehicles changed, and so the rides they may serve. A message holds the
 * drivers' ids, separated by spaces.
 */
export const DRIVERS_CHANGED = 'drivers.changed';

/** The ids of staff members whose name, role or access changed. */
export const STAFF_CHANGED = 'staff.changed';

/** The ids of sessions that ended or have fewer roles. Every node closes their sockets. */
export const SESSIONS_ENDED = 'sessions.ended';
