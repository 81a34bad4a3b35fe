import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';

/** A payment intent as stored: references are ids, expanded in replies only. */
export type StoredIntent = Omit<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'> & {
  latest_charge: string | null;
  payment_method: string | null;
};

/** A ConfirmationToken as stored, with the id of the payment method it was made of. */
export type StoredConfirmationToken = Omit<Stripe.ConfirmationToken, 'payment_method_preview'> & {
  payment_method_preview: Pick<
    Stripe.PaymentMethod,
    'allow_redisplay' | 'billing_details' | 'card' | 'customer' | 'customer_account' | 'type'
  >;
  methodId: string;
};

/** A charge as stored; `payment_intent` is always an id. */
export type StoredCharge = Omit<Stripe.Charge, 'payment_intent'> & { payment_intent: string };

/** A refund as stored; `charge` and `payment_intent` are always ids. */
export type StoredRefund = Omit<Stripe.Refund, 'charge' | 'payment_intent'> & {
  charge: string;
  payment_intent: string;
};

/** A dispute as stored; `charge` and `payment_intent` are always ids. */
export type StoredDispute = Omit<Stripe.Dispute, 'charge' | 'payment_intent'> & {
  charge: string;
  payment_intent: string;
};

/** A Checkout Session as stored; `payment_intent` is an id, or null before the first attempt to pay. */
export type StoredSession = Omit<Stripe.Checkout.Session, 'payment_intent' | 'line_items'> & {
  payment_intent: string | null;
};

/** One line of a Checkout Session's summary; `amount` is the line's total in cents. */
interface SessionLine {
  name: string;
  quantity: number;
  amount: number;
}

/** What the hosted page needs beyond the public session object; `id` is the session's. */
export interface SessionDetails {
  id: string;
  lines: SessionLine[];
  intent: IntentFields;
}

/** The fields in which new payment intents differ. `amount` is in cents. */
export interface IntentFields {
  amount: number;
  capture_method: 'automatic' | 'automatic_async';
  description: string | null;
  metadata: Record<string, string>;
}

/** An event; `data.object` is a snapshot of the time it occurred. */
interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: string;
}

/** A pending webhook delivery to one address. `dueAt` is in milliseconds of the simulated clock. */
export interface Delivery {
  id: string;
  eventId: string;
  url: string;
  attempts: number;
  dueAt: number;
}

/** The saved reply to an idempotency key, and a hash of its request. */
export interface SavedReply {
  id: string;
  requestHash: string;
  requestId: string;
  status: number;
  body: object;
  /** Unix seconds. */
  savedAt: number;
}

/** How far the simulated clock is ahead, in seconds. */
interface ClockSetting {
  id: 'clock';
  aheadSeconds: number;
}

/** Every table and its record type. Records are immutable: they are replaced, not changed in place. */
export interface Tables {
  payment_intents: StoredIntent;
  payment_methods: Stripe.PaymentMethod;
  confirmation_tokens: StoredConfirmationToken;
  charges: StoredCharge;
  refunds: StoredRefund;
  disputes: StoredDispute;
  sessions: StoredSession;
  session_details: SessionDetails;
  events: StripeEvent;
  deliveries: Delivery;
  replies: SavedReply;
  settings: ClockSetting;
}

/** The name of one table. */
export type TableName = keyof Tables;

/** One record written, or deleted when null. A tuple per table, so that record and table match. */
export type Change = { [T in TableName]: [table: T, id: string, record: Tables[T] | null] }[TableName];

const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id such as `pi_3Kx…`: a prefix and random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')}`;
}
