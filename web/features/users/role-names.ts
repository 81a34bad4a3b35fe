import type { Role } from '#common/users/user.ts';
import type { ActingRole } from './session-store.ts';

const NAMES: Record<ActingRole | Role, string> = {
  rider: 'Rider',
  driver: 'Driver',
  staff: 'Operations',
  dispatcher: 'Dispatcher',
  admin: 'Admin',
};

/** `Rider`, `Driver`, `Dispatcher`, as before the colon of the account control. */
export const roleName = (role: ActingRole | Role): string => NAMES[role];

/** On what switches to a role: `Switch to Driver`. */
export const switchLabel = (to: ActingRole): string => `Switch to ${NAMES[to]}`;
