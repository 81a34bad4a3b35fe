import type Stripe from 'stripe';

/** A payment intent as stored: what it points at is kept by id and expanded only in a reply. */
export type StoredIntent = Omit<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'> & {
  latest_charge: string | null;
  payment_method: string | null;
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

/** A Checkout Session as stored; `payment_intent` is an id, or null until somebody tries to pay. */
export type StoredSession = Omit<Stripe.Checkout.Session, 'payment_intent' | 'line_items'> & {
  payment_intent: string | null;
};

/** One line of a Checkout Session's summary; `amount` is the line's total in cents. */
export interface SessionLine {
  name: string;
  quantity: number;
  amount: number;
}

/** What the page of a session and its payment need beyond the public object; `id` is the session's. */
export interface SessionDetails {
  id: string;
  lines: SessionLine[];
  intent: IntentFields;
}

/** What tells one payment intent from another when it is made. `amount` is in cents. */
export interface IntentFields {
  amount: number;
  capture_method: 'automatic' | 'automatic_async';
  description: string | null;
  metadata: Record<string, string>;
}

/** The envelope Stripe sends to webhooks; `data.object` is a snapshot taken when the event happened. */
export interface StripeEvent {
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

/** A webhook still owed to one address. `dueAt` is in milliseconds of the simulator's clock. */
export interface Delivery {
  id: string;
  eventId: string;
  url: string;
  attempts: number;
  dueAt: number;
}

/** The first reply to an idempotency key, and a hash of the request that it answered. */
export interface SavedReply {
  id: string;
  requestHash: string;
  requestId: string;
  status: number;
  body: object;
  /** Unix seconds. */
  savedAt: number;
}

/** How far the simulator's clock runs ahead of the machine's, in seconds. */
export interface ClockSetting {
  id: 'clock';
  aheadSeconds: number;
}

/** Every table of the simulator and the record it holds. Records are never changed in place, only replaced. */
export interface Tables {
  payment_intents: StoredIntent;
  payment_methods: Stripe.PaymentMethod;
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

/** One record kept, or removed when null. A tuple per table, so that a record can't land in another's table. */
export type Change = { [T in TableName]: [table: T, id: string, record: Tables[T] | null] }[TableName];
