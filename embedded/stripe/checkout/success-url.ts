import type { StoredSession } from '../store/tables.ts';

/** Where a paid session sends its buyer, with the session's id in the place kept for it. */
export function successUrl(session: StoredSession): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
