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

/** Where a charge is paid: at a checkout that Stripe hosts, from a mailed link, or in our own page. */
export type WayToPay = 'hosted' | 'page';

/**
 * What is open at Stripe for a charge. One whose payment went back whole before the charge recorded it, since it did not match it, pays for
 * nothing any more: it has ended unpaid.
 */
export interface OpenedCheckout
  extends Pick<Checkout, 'id' | 'isPaid' | 'isProcessing' | 'isExpired' | 'paymentIntentId'> {
  way: WayToPay;
  /** The address of a hosted checkout, the client secret of a payment in our page; null once it is over. */
  key: string | null;
}

/** Which of a charge's checkouts: Stripe knows each by its number. */
interface Numbered {
  number: number;
  openedAt: Date;
}

/** Opens a checkout of a charge; the same number gives the same one again. @throws AppError PAYMENT_PROVIDER */
export async function openNumbered(
  { ride, charge }: RideCharge,
  way: WayToPay,
  { number, openedAt }: Numbered,
): Promise<OpenedCheckout> {
  const { id: chargeId, amountCents, kind } = charge;
  // A fare is the ride's own payment; a further charge has one of its own.
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

/** The state of a checkout at Stripe, read afresh. */
export const readOpened = async (id: string): Promise<OpenedCheckout> =>
  isPayment(id) ? ofPayment(await readPayment(id)) : ofHosted(await readCheckout(id));

/** Ends a checkout unless it has been paid. @returns its state afterwards, either way */
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
  isGivenBack,
}: Pick<Checkout, 'isPaid' | 'isProcessing' | 'isExpired' | 'isGivenBack'>) => ({
  isPaid: isPaid && !isGivenBack,
  isProcessing,
  isExpired: isExpired || isGivenBack,
});
