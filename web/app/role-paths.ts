import type { ActingRole } from '#web/features/users/session-store.ts';

/** Where My Rides leads: each role has its own page (specification section 2), and staff the console. */
export const myRidesPath = (role: ActingRole): string =>
  ({ rider: '/my-rides', driver: '/driver-rides', staff: '/ops' })[role];

/** What that button says. */
export const myRidesLabel = (role: ActingRole): string => (role === 'staff' ? 'Console' : 'My Rides');

/** Where a role starts. */
export const firstPath = (role: ActingRole): string =>
  ({ rider: '/my-rides', driver: '/driver', staff: '/ops' })[role];
