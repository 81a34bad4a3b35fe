import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { goToAddress } from '#web/lib/go-to-address.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { reopenCheckout } from '../api/ride-actions.ts';

/**
 * Leads to the payment of a ride that waits for it: its checkout, or where it was booked by phone its pay link. Who has gone elsewhere
 * meanwhile stays there.
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
    // The rider's own page all the same: the server reads such addresses.
    if (ride.payLink) return goToAddress(ride.payLink);
    try {
      const clientSecret = await reopenCheckout(ride.id);
      if (!isHere.current) return;
      // Two rides that are paid together are the first one's checkout.
      const rideId = ride.order?.leg === 'back' ? ride.order.otherRideId : ride.id;
      await navigate(`/checkout?${new URLSearchParams({ clientSecret, rideId })}`);
    } catch (error) {
      if (!isHere.current) return;
      toast.error('Error', messageOf(error, 'Failed to initialize payment. Please try again.'));
    }
  });
}
