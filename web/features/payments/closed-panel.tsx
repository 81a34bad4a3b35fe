import { formatRefund } from '#common/rides/refund-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Panel } from './panel.tsx';

/** What became of the ride and of the money. */
function wordsFor(ride: RiderRide): { title: string; text: string } {
  const { status, paymentStatus } = ride;
  if (paymentStatus === 'flagged') {
    const text = 'What was paid does not match the fare. Our support team is looking into it.';
    return { title: 'Payment under review', text };
  }
  const title =
    status === 'cancelled' && paymentStatus !== 'expired'
      ? 'This ride was cancelled'
      : 'This ride is no longer held';
  const owed = paymentStatus === 'paid' ? 'Your refund is on its way.' : 'You have not been charged.';
  return { title, text: formatRefund(ride) ?? owed };
}

/** A ride that can no longer be paid for. */
export function ClosedPanel({ ride }: { ride: RiderRide }) {
  const { title, text } = wordsFor(ride);
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
