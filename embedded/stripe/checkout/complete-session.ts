import type Stripe from 'stripe';
import { recordEvent } from '../events/record-event.ts';
import type { Books } from '../store/store.ts';
import type { StoredIntent, StoredSession } from '../store/tables.ts';

/** Completes the open Checkout Session that an intent was paid for, if it was paid for one. */
export function completeSession(books: Books, intent: StoredIntent, method: Stripe.PaymentMethod): void {
  const session = books.list('sessions').find(({ payment_intent }) => payment_intent === intent.id);
  if (session?.status !== 'open') return;
  const { address, email } = method.billing_details;
  const completed: StoredSession = {
    ...session,
    customer_details: {
      address,
      business_name: null,
      email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_status: 'paid',
    status: 'complete',
    url: null,
  };
  books.put('sessions', completed);
  recordEvent(books, 'checkout.session.completed', completed);
}
