import type { Role } from '#common/users/user.ts';
import type { ActingRole } from './session-store.ts';

const NAMES: Record<ActingRole | Role, string> = {
  rider: 'Rider',
  driver: 'Driver',
  staff: 'Operations',
  dispatcher: 'Dispatcher',
  admin: 'Admin',
};

/** Returns a role's name, such as `Dispatcher`, as shown before the colon in the account control. */
export const roleName = (role: ActingRole | Role): string => NAMES[role];

/** Returns the label of the button that switches to a role, such as `Switch to Driver`. */
export const switchLabel = (to: ActingRole): string => `Switch to ${NAMES[to]}`;
