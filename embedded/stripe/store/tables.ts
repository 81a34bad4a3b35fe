import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';

/** A stored payment intent. References are ids; only replies expand them. */
export type StoredIntent = Omit<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'> & {
  latest_charge: string | null;
  payment_method: string | null;
};

/** A stored ConfirmationToken, with the id of its payment method. */
export type StoredConfirmationToken = Omit<Stripe.ConfirmationToken, 'payment_method_preview'> & {
  payment_method_preview: Pick<
    Stripe.PaymentMethod,
    'allow_redisplay' | 'billing_details' | 'card' | 'customer' | 'customer_account' | 'type'
  >;
  methodId: string;
};

/** A stored charge. `payment_intent` is always an id. */
export type StoredCharge = Omit<Stripe.Charge, 'payment_intent'> & { payment_intent: string };

/** A stored refund. `charge` and `payment_intent` are always ids. */
export type StoredRefund = Omit<Stripe.Refund, 'charge' | 'payment_intent'> & {
  charge: string;
  payment_intent: string;
};

/** A stored dispute. `charge` and `payment_intent` are always ids. */
export type StoredDispute = Omit<Stripe.Dispute, 'charge' | 'payment_intent'> & {
  charge: string;
  payment_intent: string;
};

/** A stored Checkout Session. `payment_intent` is an id, or null before the first payment attempt. */
export type StoredSession = Omit<Stripe.Checkout.Session, 'payment_intent' | 'line_items'> & {
  payment_intent: string | null;
};

/** A line item of a Checkout Session. `amount` is its total in cents. */
interface SessionLine {
  name: string;
  quantity: number;
  amount: number;
}

/** Data for the hosted page that is not in the public session object. `id` is the session's. */
export interface SessionDetails {
  id: string;
  lines: SessionLine[];
  intent: IntentFields;
}

/** The fields that vary between new payment intents. `amount` is in cents. */
export interface IntentFields {
  amount: number;
  capture_method: 'automatic' | 'automatic_async';
  description: string | null;
  metadata: Record<string, string>;
}

/** An event. `data.object` is a snapshot from the time of the event. */
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

/** A pending webhook delivery to one URL. `dueAt` is in milliseconds of the simulated clock. */
export interface Delivery {
  id: string;
  eventId: string;
  url: string;
  attempts: number;
  dueAt: number;
}

/** The saved reply of an idempotency key, and the hash of its request. */
export interface SavedReply {
  id: string;
  requestHash: string;
  requestId: string;
  status: number;
  body: object;
  /** Unix seconds. */
  savedAt: number;
}

/** Offset of the simulated clock, in seconds. */
interface ClockSetting {
  id: 'clock';
  aheadSeconds: number;
}

/** All tables and their record types. Records are immutable: they are replaced, not modified. */
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

/** A written record; null if deleted. One tuple per table, so that record and table match. */
export type Change = { [T in TableName]: [table: T, id: string, record: Tables[T] | null] }[TableName];

const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Generates an id such as `pi_3Kx…`: a prefix and random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')}`;
}
