import type { ActingRole } from './session-store.ts';

/** Paths a visitor is not sent back to after signing in. */
const DOORS = ['/sign-in', '/sign-up', '/reset-password'];

interface SignInTarget {
  /** Who is to sign in; a rider unless said otherwise. */
  role?: ActingRole;
  /** Path to come back to. */
  next?: string;
}

/** The address of the sign-in page, such as `/sign-in?role=driver&next=%2Fdriver`. */
export function signInPath({ role = 'rider', next }: SignInTarget = {}): string {
  const query = new URLSearchParams();
  if (role !== 'rider') query.set('role', role);
  if (next && next !== '/' && !DOORS.includes(next)) query.set('next', next);
  return `/sign-in${query.size > 0 ? `?${query}` : ''}`;
}

/** Any origin does: an address that leaves it leaves every other one. */
const ORIGIN = 'https://marquee.invalid';

/** Where `next` of a sign-in address leads: a path of this site, or null for anything else (another site's address, nothing). */
export function nextPath(query: URLSearchParams): string | null {
  const next = query.get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return null;
  return new URL(next, ORIGIN).origin === ORIGIN ? next : null;
}
