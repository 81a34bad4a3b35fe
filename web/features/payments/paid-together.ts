import type { RiderRide } from '#common/rides/ride.ts';

/** Fare and payment of a ride, or of two rides that are paid together. */
export interface PaidTogether extends Pick<RiderRide, 'payment'> {
  fare: Pick<RiderRide['fare'], 'fareCents' | 'promoCents' | 'giftCardCents' | 'totalCents'>;
}

/** Returns fare and payment of a ride, summed with those of its return trip, if any. */
export function paidTogether(ride: RiderRide, returnRide: RiderRide | null): PaidTogether {
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
