import type { Books } from '../store/store.ts';

/** The address of a session's page on a simulator at `origin`. */
export function sessionUrl(origin: string, id: string): string {
  return `${origin}/sim/checkout/${id}`;
}

/** Gives open sessions the address their page now has: the simulator may have come back on another port. */
export function moveOpenSessions(books: Books, origin: string): void {
  for (const session of books.list('sessions')) {
    const url = sessionUrl(origin, session.id);
    if (session.status === 'open' && session.url !== url) books.put('sessions', { ...session, url });
  }
}
