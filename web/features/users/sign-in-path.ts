import type { ActingRole } from './session-store.ts';

/** Pages a visitor is not sent back to after signing in. */
const DOORS = ['/', '/sign-in', '/sign-up', '/reset-password'];

interface SignInTarget {
  /** Who is to sign in; a rider unless said otherwise. */
  role?: ActingRole;
  /** Path to come back to, with its query; that is left out where it has a payment's secret. */
  next?: string;
}

/** The address of the sign-in page, such as `/sign-in?role=driver&next=%2Fdriver`. */
export function signInPath({ role = 'rider', next = '/' }: SignInTarget = {}): string {
  const [path = '/'] = next.split('?');
  const query = new URLSearchParams();
  if (role !== 'rider') query.set('role', role);
  if (!DOORS.includes(path)) query.set('next', /secret=/i.test(next) ? path : next);
  return `/sign-in${query.size > 0 ? `?${query}` : ''}`;
}
