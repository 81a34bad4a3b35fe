import { recordEvent } from '../events/record-event.ts';
import type { Books } from '../store/store.ts';
import type { StoredIntent, StoredSession } from '../store/tables.ts';

/** Ends an open session unpaid, and cancels the intent that somebody began to pay. */
export function expireSession(books: Books, session: StoredSession): StoredSession {
  const intent = session.payment_intent ? books.get('payment_intents', session.payment_intent) : undefined;
  if (intent && intent.status !== 'succeeded') {
    const canceled: StoredIntent = {
      ...intent,
      canceled_at: books.now,
      cancellation_reason: 'expired',
      next_action: null,
      status: 'canceled',
    };
    books.put('payment_intents', canceled);
    recordEvent(books, 'payment_intent.canceled', canceled);
  }
  const expired: StoredSession = { ...session, status: 'expired', url: null };
  books.put('sessions', expired);
  recordEvent(books, 'checkout.session.expired', expired);
  return expired;
}

/** Ends every open session whose time is over. */
export function expireDueSessions(books: Books): void {
  for (const session of books.list('sessions')) {
    if (session.status === 'open' && session.expires_at <= books.now) expireSession(books, session);
  }
}
