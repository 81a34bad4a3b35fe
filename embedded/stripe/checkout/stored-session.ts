import type Stripe from 'stripe';
import { emitEvent } from '../events/events.ts';
import type { StoredIntent, StoredSession } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** The fields that vary between new sessions. `total` is in cents, `expires_at` in unix seconds. */
interface SessionFields {
  id: string;
  total: number;
  expires_at: number;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string | null;
  /** Origin of the simulator, for the URL of the hosted page. */
  origin: string;
}

/** Stores a new session with the status `open`. */
export function addSession(tx: Transaction, fields: SessionFields): StoredSession {
  const session: StoredSession = {
    id: fields.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: fields.total,
    amount_total: fields.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: fields.cancel_url,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: tx.now,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: fields.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: fields.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: fields.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: sessionUrl(fields.origin, fields.id),
    wallet_options: null,
  };
  tx.put('sessions', session);
  return session;
}

/** Completes the open session of a paid intent, if there is one. */
export function completeSession(tx: Transaction, intent: StoredIntent, method: Stripe.PaymentMethod): void {
  const session = tx.list('sessions').find(({ payment_intent }) => payment_intent === intent.id);
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
  tx.put('sessions', completed);
  emitEvent(tx, 'checkout.session.completed', completed);
}

/** Expires an open session and cancels its unpaid intent. */
export function expireSession(tx: Transaction, session: StoredSession): StoredSession {
  const intent = session.payment_intent ? tx.get('payment_intents', session.payment_intent) : undefined;
  if (intent && intent.status !== 'succeeded') {
    const canceled: StoredIntent = {
      ...intent,
      canceled_at: tx.now,
      cancellation_reason: 'expired',
      next_action: null,
      status: 'canceled',
    };
    tx.put('payment_intents', canceled);
    emitEvent(tx, 'payment_intent.canceled', canceled);
  }
  const expired: StoredSession = { ...session, status: 'expired', url: null };
  tx.put('sessions', expired);
  emitEvent(tx, 'checkout.session.expired', expired);
  return expired;
}

/** Expires all open sessions that are past their `expires_at`. */
export function expireDueSessions(tx: Transaction): void {
  for (const session of tx.list('sessions')) {
    if (session.status === 'open' && session.expires_at <= tx.now) expireSession(tx, session);
  }
}

/** Updates the URLs of open sessions, because the simulator may listen on another port after a restart. */
export function updateSessionUrls(tx: Transaction, origin: string): void {
  for (const session of tx.list('sessions')) {
    const url = sessionUrl(origin, session.id);
    if (session.status === 'open' && session.url !== url) tx.put('sessions', { ...session, url });
  }
}

/** Returns the URL to redirect to after the payment, with the placeholder {CHECKOUT_SESSION_ID} replaced. */
export function successUrl(session: StoredSession): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** Returns the URL of the hosted page. */
function sessionUrl(origin: string, id: string): string {
  return `${origin}/sim/checkout/${id}`;
}
