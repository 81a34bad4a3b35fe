import type { ActingRole } from '#web/features/users/session-store.ts';

/** Where My Rides leads: each role has its own page (specification section 2), and staff the console. */
export const myRidesPath = (role: ActingRole): string =>
  ({ rider: '/my-rides', driver: '/driver-rides', staff: '/ops' })[role];

/** Where a role starts. */
export const firstPath = (role: ActingRole): string =>
  ({ rider: '/my-rides', driver: '/driver', staff: '/ops' })[role];
