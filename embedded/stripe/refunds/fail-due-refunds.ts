import { testCardOf } from '../cards/create-payment-method.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Books } from '../store/store.ts';
import type { StoredRefund } from '../store/tables.ts';

/** How long a refund that will fail looks well, in seconds; with Stripe it can be days. */
const FAILS_AFTER = 3;

/** Fails the refunds to cards that do not take them, once their time has come. */
export function failDueRefunds(books: Books): void {
  for (const refund of books.list('refunds')) {
    const isDue = refund.status === 'succeeded' && refund.created + FAILS_AFTER <= books.now;
    if (isDue && isToFailingCard(books, refund)) failRefund(books, refund);
  }
}

function isToFailingCard(books: Books, { payment_method }: StoredRefund): boolean {
  const method = typeof payment_method === 'string' && books.get('payment_methods', payment_method);
  return Boolean(method && testCardOf(method).failsRefunds);
}

/** The money comes back to the account: it is no longer refunded, and could be once more. */
function failRefund(books: Books, refund: StoredRefund): void {
  const failed: StoredRefund = {
    ...refund,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  };
  const charge = books.get('charges', refund.charge);
  if (!charge) throw new Error(`${refund.id} has no charge`);
  books.put('refunds', failed);
  books.put('charges', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  recordEvent(books, 'refund.updated', failed);
  recordEvent(books, 'charge.refund.updated', failed);
  recordEvent(books, 'refund.failed', failed);
}
