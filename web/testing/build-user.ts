import type { Session, User } from '#common/users/user.ts';

let count = 0;

/** Builds a user with a new id. */
export function buildUser(overrides: Partial<User> = {}): User {
  count += 1;
  const id = count.toString(16).padStart(24, '0');
  return {
    id,
    username: `user-${count}@example.com`,
    role: 'rider',
    name: 'Alex Morgan',
    phone: null,
    isEmailConfirmed: true,
    ...overrides,
  };
}

/** Builds a session without users, unless overridden. */
export const buildSession = (overrides: Partial<Session> = {}): Session => ({
  rider: null,
  driver: null,
  staff: null,
  demo: false,
  ...overrides,
});
