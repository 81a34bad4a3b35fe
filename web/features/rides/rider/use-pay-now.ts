import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { openUrl } from '#web/lib/open-url.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { reopenCheckout } from '../api/checkout-actions.ts';

/**
 * Opens the payment of an unpaid ride: its checkout or, for a ride booked by phone, its payment link. Does
 * nothing when the user has left the page meanwhile.
 */
export function usePayNow(ride: RiderRide) {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  return useInFlight(async () => {
    // A full page load, as when the mailed link is opened, although it leads to this app.
    if (ride.payLink) return openUrl(ride.payLink);
    try {
      const clientSecret = await reopenCheckout(ride.id);
      if (!isHere.current) return;
      // Rides that are paid together use the checkout of the first one.
      const rideId = ride.order?.leg === 'back' ? ride.order.otherRideId : ride.id;
      await navigate(`/checkout?${new URLSearchParams({ clientSecret, rideId })}`);
    } catch (error) {
      if (!isHere.current) return;
      toast.error('Error', messageOf(error, 'Failed to initialize payment. Please try again.'));
    }
  });
}
