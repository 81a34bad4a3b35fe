import type Stripe from 'stripe';
import { idSchema } from '#common/id.ts';
import type { EmailContent } from '../mail/email-content.ts';

/** A refund that failed after Stripe had accepted it. */
interface FailedRefund {
  /** Stripe's refund id, `re_…`. */
  id: string;
  /** Stripe's failure code. */
  failure: string;
  metadata: Stripe.Metadata;
}

/** The payer and what they paid for, as rows of an email. Replies to that email go to the payer. */
export interface Payer extends Pick<EmailContent, 'replyTo'> {
  /** A name for people, such as the rider and the time of a ride. */
  name: string;
  rows: (readonly [label: string, value: string])[];
}

/**
 * A kind of thing that can be paid for at Stripe. Payments depends on nouns only through this interface.
 * `server/payables.ts` lists the implementations, which servers and workers inject.
 */
export interface Payable {
  /** Name in alerts, such as `ride`. */
  kind: string;
  /** Metadata key of its payments and checkouts at Stripe that contains its id. */
  metadataKey: string;
  /** Types of Stripe events after which `enqueueSync` must be called. */
  eventTypes: readonly Stripe.Event.Type[];
  /** Enqueues the job that reads its payment from Stripe. @throws when the queue is unavailable */
  enqueueSync(id: string): Promise<void>;
  /** Whether this installation has one with this id. */
  exists(id: string): Promise<boolean>;
  /** @throws AppError NOT_FOUND */
  describePayer(id: string): Promise<Payer>;
  /** Records the key of an alert to operations about it. Idempotent. */
  recordAlert(id: string, alertKey: string): Promise<void>;
  /** Records that a refund of it failed. Idempotent. */
  recordFailedRefund?(id: string, refund: FailedRefund): Promise<void>;
}

/** Refers to the thing that a payment was made for. */
export interface PaidFor {
  kind: string;
  id: string;
}

/** Returns the id of a payable in the metadata of a Stripe object. Null if there is none. */
export const idInMetadata = ({ metadataKey }: Payable, metadata: Stripe.Metadata | null): string | null =>
  idSchema.safeParse(metadata?.[metadataKey]).data ?? null;

/**
 * Finds the payable that a Stripe payment was made for.
 *
 * @param intent the payment, expanded
 * @returns null if the payment is not ours: the Stripe account may serve other installations with other
 * databases
 */
export async function findPaidFor(
  intent: Stripe.PaymentIntent | string | null,
  payables: readonly Payable[],
): Promise<{ payable: Payable; id: string } | null> {
  if (intent === null || typeof intent === 'string') return null;
  for (const payable of payables) {
    const id = idInMetadata(payable, intent.metadata);
    if (id && (await payable.exists(id))) return { payable, id };
  }
  return null;
}
