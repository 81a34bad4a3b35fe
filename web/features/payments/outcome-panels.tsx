import type { Fare } from '#common/fares/fare.ts';
import { formatCents } from '#common/money.ts';
import { cardName, formatRefund, type RiderRide, wasChargedUnbooked } from '#common/rides/ride.ts';
import { wasPaid } from '#common/rides/ride-money.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Panel, ProblemAlert } from './checkout-frame.tsx';
import type { BookingProblem } from './checkout-state.ts';
import { type PaidTogether, paidTogether } from './paid-together.ts';

interface SettledPanelProps {
  ride: RiderRide;
  /** The return trip, if any. */
  returnRide?: RiderRide | null;
}

/** A ride that was already paid. */
export const SettledPanel = ({ ride, returnRide = null }: SettledPanelProps) => (
  <Panel title="Already paid">
    <p className="text-ink-2">
      {formatPayment(paidTogether(ride, returnRide))}. There is nothing left to pay for{' '}
      {returnRide ? 'these rides' : 'this ride'}.
    </p>
    <ButtonLink size={52} className="mt-6 w-full" to="/my-rides">
      My Rides
    </ButtonLink>
  </Panel>
);

/** Says why there is nothing to pay. */
function reasonFor({ promoCents, giftCardCents }: PaidTogether['fare'], what: string): string {
  if (giftCardCents > 0) return `Your gift card covers ${what}.`;
  if (promoCents > 0) return `Your promo code covers ${what}.`;
  return `Nothing is due for ${what}.`;
}

interface NothingDuePanelProps {
  ride: Pick<RiderRide, 'fare' | 'payBy'>;
  /** The return trip, if any. */
  returnRide?: Pick<RiderRide, 'fare'> | null;
  isProcessing: boolean;
  problem: BookingProblem | null;
  onConfirm: () => void;
}

/** A ride fully covered by promo code and gift card: it is held, and Confirm Booking books it. */
export const NothingDuePanel = ({
  ride,
  returnRide = null,
  isProcessing,
  problem,
  onConfirm,
}: NothingDuePanelProps) => (
  <Panel
    title="Nothing to pay"
    aside={ride.payBy && `Held until ${formatTimeWithZone(new Date(ride.payBy))}`}
  >
    <p className="text-ink-2">
      {reasonFor(ride.fare, returnRide ? 'both rides' : 'this ride')} No payment card is needed.
    </p>
    {problem !== null && (
      <div className="mt-5">
        {problem.isUnsure ? (
          <ProblemAlert
            title="Booking not confirmed"
            text="The server did not confirm it, so it may be booked. Press the button again: it won’t be booked twice."
          />
        ) : (
          <ProblemAlert title="Not booked yet" text={`${problem.text} ${untouched(ride.fare)}`} />
        )}
      </div>
    )}
    <Button
      size={52}
      className="mt-6 w-full"
      isPending={isProcessing}
      pendingLabel="Confirming..."
      onClick={onConfirm}
    >
      Confirm Booking
    </Button>
    <p className="mt-4 text-14 text-ink-2">
      Drivers see {returnRide ? 'both rides once they are' : 'the ride once it is'} confirmed.
    </p>
  </Panel>
);

const untouched = ({ giftCardCents }: Fare): string =>
  giftCardCents > 0 ? 'Your gift card is untouched.' : 'Your promo code is untouched.';

interface UnverifiedPanelProps {
  problem: string;
  isProcessing: boolean;
  onCheckAgain: () => void;
}

/**
 * The card was charged, but the server could not confirm it. Never shows the card form again, which could
 * charge twice.
 */
export const UnverifiedPanel = ({ problem, isProcessing, onCheckAgain }: UnverifiedPanelProps) => (
  <Panel title="Payment">
    <ProblemAlert title="Payment Verification Failed" text={problem} />
    <p className="mt-5 text-ink-2">
      No need to pay again. My Rides shows the ride as soon as its payment is confirmed.
    </p>
    <div className="mt-5 grid gap-3 sm:grid-cols-2">
      <Button size={52} isPending={isProcessing} pendingLabel="Processing..." onClick={onCheckAgain}>
        Check again
      </Button>
      <ButtonLink size={52} variant="outline" to="/my-rides">
        My Rides
      </ButtonLink>
    </div>
  </Panel>
);

/** Says what happened to the ride and the payment. */
function textFor(ride: RiderRide): { title: string; text: string } {
  const { status, paymentStatus } = ride;
  if (paymentStatus === 'flagged') {
    const text = 'What was paid does not match the fare. Our support team is looking into it.';
    return { title: 'Payment under review', text };
  }
  const title =
    status === 'cancelled' && paymentStatus !== 'expired'
      ? 'This ride was cancelled'
      : 'This ride is no longer held';
  return { title, text: formatRefund(ride) ?? formatCharged(ride) };
}

/** Says whether a ride without a refund so far was charged. */
function formatCharged(ride: RiderRide): string {
  const { paymentStatus, charges, isLateRefundOwed } = ride;
  if (paymentStatus === 'pending') return 'We are checking that nothing was paid.';
  if (paymentStatus === 'paid' || charges.some(wasPaid) || isLateRefundOwed)
    return 'Your refund is on its way.';
  return wasChargedUnbooked(ride) ? 'Your payment is refunded in full.' : 'You have not been charged.';
}

/** A ride that can no longer be paid. */
export function ClosedPanel({ ride }: { ride: RiderRide }) {
  const { title, text } = textFor(ride);
  return (
    <Panel title={title}>
      <p className="text-ink-2">{text}</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <ButtonLink size={52} to="/#booking">
          Book a Ride
        </ButtonLink>
        <ButtonLink size={52} variant="outline" to="/my-rides">
          My Rides
        </ButtonLink>
      </div>
    </Panel>
  );
}

function byCard({ fare, payment }: PaidTogether): string {
  const amount = formatCents(fare.totalCents);
  return payment ? `${amount}, ${cardName(payment)}` : amount;
}

/**
 * Formats a payment: `$159.82, Visa ending 4242`, or `$109.82, Visa ending 4242; $50.00, gift card`. Only the
 * amount when no card was charged, or the card is not known yet.
 */
export function formatPayment(ride: PaidTogether): string {
  const { giftCardCents, totalCents } = ride.fare;
  if (giftCardCents === 0) return byCard(ride);
  const byGiftCard = `${formatCents(giftCardCents)}, gift card`;
  return totalCents === 0 ? byGiftCard : `${byCard(ride)}; ${byGiftCard}`;
}
