import type Stripe from 'stripe';
import { idSchema } from '#common/id.ts';
import type { EmailContent } from '../mail/email-content.ts';

/** A refund that Stripe failed after it had accepted it. */
export interface FailedRefund {
  /** Stripe's `re_…`. */
  id: string;
  /** Why, as Stripe's code. */
  failure: string;
  metadata: Stripe.Metadata;
}

/** Who paid, and for what, as rows of an email; replies to that email go to the payer. */
export interface Payer extends Pick<EmailContent, 'replyTo'> {
  /** How people call what was paid for, such as the rider and the time of a ride. */
  name: string;
  rows: (readonly [label: string, value: string])[];
}

/**
 * A kind of thing that is paid for at Stripe. Payments knows nouns by this interface alone;
 * `server/payables.ts` lists the implementations, and the composition roots hand them in.
 */
export interface Payable {
  /** Names it in alerts, such as `ride`. */
  kind: string;
  /** Key in the metadata of its payments and checkouts at Stripe that holds its id. */
  metadataKey: string;
  /** Types of Stripe's events after which `enqueueSync` is due. */
  eventTypes: readonly Stripe.Event.Type[];
  /** Enqueues the job that reads its payment at Stripe. @throws when the queue is unavailable */
  enqueueSync(id: string): Promise<void>;
  /** Whether this installation has one with this id. */
  exists(id: string): Promise<boolean>;
  /** @throws AppError NOT_FOUND */
  describePayer(id: string): Promise<Payer>;
  /** Records the key of an alert that operations got about it, once. */
  recordAlert(id: string, alertKey: string): Promise<void>;
  /** Records that a refund of it failed. Repeatable. */
  failRefund?(id: string, refund: FailedRefund): Promise<void>;
}

/** What a payment was made for. */
export interface PaidFor {
  kind: string;
  id: string;
}

/** The id of a payable in the metadata of something at Stripe; null where there is none. */
export const idInMetadata = ({ metadataKey }: Payable, metadata: Stripe.Metadata | null): string | null =>
  idSchema.safeParse(metadata?.[metadataKey]).data ?? null;

/**
 * The payable that a payment at Stripe was made for.
 *
 * @param intent the payment, expanded
 * @returns null where it is not ours: an account may serve other installations, whose records are not in this
 * database
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
