import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { formatBooked } from '#common/rides/format-booked.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { formatPayment } from './outcome-panels.tsx';
import { paidTogether } from './paid-together.ts';
import './booked-screen.css';

/** How long the screen stays before My Rides, in milliseconds (specification section 9, Limits). */
const STAY_MS = 2_000;

interface BookedScreenProps {
  ride: RiderRide;
  /** The return trip, if any. */
  returnRide?: RiderRide | null;
  /** The rendered vehicle of the ride. */
  vehicle: ReactNode;
  onDone: () => void;
}

function textFor({ paymentStatus, order }: RiderRide): { title: string; text: string } {
  const booked = formatBooked({ order });
  switch (paymentStatus) {
    case 'pending':
      return {
        title: 'Payment received',
        text: `We are confirming it. My Rides shows when your ${order ? 'rides are' : 'ride is'} booked.`,
      };
    case 'expired':
      return { title: 'This ride is no longer held', text: 'Anything you paid goes back to your card.' };
    case 'on_account':
      return { title: 'Booking Confirmed', text: 'Your ride has been booked on your account.' };
    case 'waived':
      return { title: 'Booking Confirmed', text: booked };
    default:
      return { title: 'Payment Successful', text: booked };
  }
}

/** Says that the ride is booked, or has expired meanwhile, and goes on to My Rides after two seconds. */
export function BookedScreen({ ride, returnRide = null, vehicle, onDone }: BookedScreenProps) {
  const { title, text } = textFor(ride);
  const heading = useRef<HTMLHeadingElement>(null);
  const latestDone = useRef(onDone);
  latestDone.current = onDone;

  // A layout effect, since the element that had the focus was removed in the same render.
  useLayoutEffect(() => heading.current?.focus(), []);

  useEffect(() => {
    const timer = setTimeout(() => latestDone.current(), STAY_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="column grid justify-items-center py-16 text-center lg:py-28">
      <div className="w-full max-w-[440px]">
        <div className="booked-vehicle flex justify-center">{vehicle}</div>
        <RouteLine className="booked-line -mt-[3px]" />
      </div>
      <h1 ref={heading} tabIndex={-1} className="display mt-10 text-40 outline-none">
        {title}
      </h1>
      <p className="mt-3 text-18 text-ink-2">{text}</p>
      <p className="mt-6 text-14 text-ink-2">
        {ride.paymentStatus !== 'expired' && `${formatPayment(paidTogether(ride, returnRide))}. `}
        Taking you to My Rides.
      </p>
    </div>
  );
}
