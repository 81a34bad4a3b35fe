import type { Charge } from '#common/rides/ride-money.ts';
import {
  type Checkout,
  checkoutEndsAt,
  expireCheckout,
  openCheckout,
  readCheckout,
} from '../../payments/stripe-checkouts.ts';
import { cancelPayment, openPayment, type Payment, readPayment } from '../../payments/stripe-payments.ts';
import type { RideCharge } from './charges.ts';
import { payLinkUrl } from './pay-link-token.ts';

/** Where a charge is paid: at a checkout hosted by Stripe (from a mailed link), or in our own page. */
export type PaymentChannel = 'hosted' | 'page';

/**
 * The state of a charge's checkout at Stripe. A payment that was refunded in full before the charge recorded
 * it, because it did not match, counts as ended unpaid.
 */
export interface OpenedCheckout
  extends Pick<Checkout, 'id' | 'isPaid' | 'isProcessing' | 'isExpired' | 'paymentIntentId'> {
  way: PaymentChannel;
  /**
   * The address of a hosted checkout, or the client secret of a payment in our page; null once it has ended.
   */
  key: string | null;
}

/** Identifies one of a charge's checkouts; the number is part of the idempotency key at Stripe. */
interface Numbered {
  number: number;
  openedAt: Date;
}

/** Opens a checkout of a charge. Idempotent per number. @throws AppError PAYMENT_PROVIDER */
export async function openNumbered(
  { ride, charge }: RideCharge,
  way: PaymentChannel,
  { number, openedAt }: Numbered,
): Promise<OpenedCheckout> {
  const { id: chargeId, amountCents, kind } = charge;
  // A fare is the ride's own payment and names the ride; a further charge has a payment of its own.
  const metadata = { chargeId, riderId: ride.riderId, ...(kind === 'booking' && { rideId: ride.id }) };
  if (way === 'page') {
    return ofPayment(
      await openPayment({ amountCents, metadata, idempotencyKey: `charge:${chargeId}:pi:${number}` }),
    );
  }
  const page = payLinkUrl(chargeId);
  return ofHosted(
    await openCheckout({
      name: nameOf(charge),
      amountCents,
      metadata,
      successUrl: `${page}?paid=1`,
      cancelUrl: page,
      endsAt: checkoutEndsAt(openedAt),
      idempotencyKey: `charge:${chargeId}:cs:${number}`,
    }),
  );
}

const nameOf = ({ reason }: Charge): string => (reason === null ? 'Marquee ride' : `Marquee ride: ${reason}`);

/** Reads the state of a checkout from Stripe. */
export const readOpened = async (id: string): Promise<OpenedCheckout> =>
  isPayment(id) ? ofPayment(await readPayment(id)) : ofHosted(await readCheckout(id));

/** Ends a checkout unless it has been paid. @returns its state afterwards */
export const endOpened = async (id: string): Promise<OpenedCheckout> =>
  isPayment(id) ? ofPayment(await cancelPayment(id)) : ofHosted(await expireCheckout(id));

const isPayment = (id: string): boolean => id.startsWith('pi_');

const ofHosted = ({ url, ...checkout }: Checkout): OpenedCheckout => ({
  ...outcomeOf(checkout),
  id: checkout.id,
  paymentIntentId: checkout.paymentIntentId,
  way: 'hosted',
  key: url,
});

const ofPayment = ({ clientSecret, ...payment }: Payment): OpenedCheckout => ({
  ...outcomeOf({ ...payment, isExpired: payment.isCancelled }),
  id: payment.id,
  paymentIntentId: payment.id,
  way: 'page',
  key: payment.isCancelled ? null : clientSecret,
});

const outcomeOf = ({
  isPaid,
  isProcessing,
  isExpired,
  isFullyRefunded,
}: Pick<Checkout, 'isPaid' | 'isProcessing' | 'isExpired' | 'isFullyRefunded'>) => ({
  isPaid: isPaid && !isFullyRefunded,
  isProcessing,
  isExpired: isExpired || isFullyRefunded,
});
