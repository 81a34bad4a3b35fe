import type { ActingRole } from '#web/features/users/session-store.ts';

/** Returns the path of My Rides: a page for each role (specification section 2), the console for staff. */
export const myRidesPath = (role: ActingRole): string =>
  ({ rider: '/my-rides', driver: '/driver-rides', staff: '/ops' })[role];

/** Returns the label of the link to {@link myRidesPath}. */
export const myRidesLabel = (role: ActingRole): string => (role === 'staff' ? 'Console' : 'My Rides');

/** Returns the path of a role's first page. */
export const firstPath = (role: ActingRole): string =>
  ({ rider: '/my-rides', driver: '/driver', staff: '/ops' })[role];
