import type { ActingRole } from '#web/features/users/session-store.ts';

/** Where My Rides leads: each role has its own page (specification section 2). */
export const myRidesPath = (role: ActingRole): string => (role === 'driver' ? '/driver-rides' : '/my-rides');

/** Where a role starts. */
export const firstPath = (role: ActingRole): string => (role === 'driver' ? '/driver' : '/my-rides');
