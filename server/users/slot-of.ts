import type { Role } from '#common/users/user.ts';
import type { Slot } from '../http/session.ts';

const SLOTS: Readonly<Record<Role, Slot>> = { rider: 'riderId', driver: 'driverId', admin: 'adminId' };

/** Where a session keeps who is signed in to a role. */
export const slotOf = (role: Role): Slot => SLOTS[role];
