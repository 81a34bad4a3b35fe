import type { RiderRide } from '#common/rides/ride.ts';

/** What of a ride, or of two that are paid together, says what it costs and what pays it. */
export interface PaidRide extends Pick<RiderRide, 'payment'> {
  fare: Pick<RiderRide['fare'], 'fareCents' | 'promoCents' | 'giftCardCents' | 'totalCents'>;
}

/** A ride's cost and payment, with those of its return trip where it has one. */
export function paidTogether(ride: RiderRide, returnRide: RiderRide | null): PaidRide {
  const [there, back] = [costOf(ride), returnRide ? costOf(returnRide) : null];
  if (!back) return { fare: there, payment: ride.payment };
  return {
    fare: {
      fareCents: there.fareCents + back.fareCents,
      promoCents: there.promoCents + back.promoCents,
      giftCardCents: there.giftCardCents + back.giftCardCents,
      totalCents: there.totalCents + back.totalCents,
    },
    payment: ride.payment ?? returnRide?.payment ?? null,
  };
}

const costOf = ({ fare, bookedFare }: RiderRide) => bookedFare ?? fare;

/** That a ride is booked, in the specification's words (section 8), or that both of two are. */
export const bookedInWords = ({ order }: Pick<RiderRide, 'order'>): string =>
  `${order ? 'Both rides have' : 'Your ride has'} been booked and paid for!`;
