import { type ActingRole, otherRole } from './session-store.ts';

const NAMES: Record<ActingRole, string> = { rider: 'Rider', driver: 'Driver' };

/** `Rider` or `Driver`, as before the colon of the account control. */
export const roleName = (role: ActingRole): string => NAMES[role];

/** `Switch to Driver` while a rider acts, and the other way round. */
export const switchLabel = (role: ActingRole): string => `Switch to ${NAMES[otherRole(role)]}`;
