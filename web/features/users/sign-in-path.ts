import type { ActingRole } from './session-store.ts';

/** Paths to which a visitor does not return after signing in. */
const DOORS = ['/', '/sign-in', '/sign-up', '/reset-password'];

interface SignInTarget {
  /** The role to sign in to; a rider by default. */
  role?: ActingRole;
  /** The path to return to, with its query unless that contains a payment's secret. */
  next?: string;
}

/** Returns the path of the sign-in page, such as `/sign-in?role=driver&next=%2Fdriver`. */
export function signInPath({ role = 'rider', next = '/' }: SignInTarget = {}): string {
  const [path = '/'] = next.split('?');
  const query = new URLSearchParams();
  if (role !== 'rider') query.set('role', role);
  if (!DOORS.includes(path)) query.set('next', /secret=/i.test(next) ? path : next);
  return `/sign-in${query.size > 0 ? `?${query}` : ''}`;
}
