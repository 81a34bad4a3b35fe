import { parseDollars, toDollarString } from '#common/money.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { acceptRide, completeRide, moveRide } from '#web/features/rides/api/ride-actions.ts';
import { useRideStore } from '#web/features/rides/store/ride-store.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Deed } from './contract.ts';
import { insist } from './insist.ts';
import type { Habit } from './person.ts';
import { report } from './report.ts';

/** Between two looks at the screen, in milliseconds, on average. */
const PAUSE_MS = 500;

/** How many of ten rides are completed for less than was paid. */
const CHEAPER = 0.3;

interface DriverHabit {
  driverId: string;
  random: () => number;
}

/** Does whatever the screen shows to be done next: drives on a ride of its own, or tries for the oldest offer, as the others do. */
export function drivingHabit({ driverId, random }: DriverHabit): Habit {
  async function accept({ id }: Offer): Promise<Deed | null> {
    return (await acceptRide(id, driverId)) ? { did: 'accepted', rideId: id } : null;
  }

  async function drive(ride: DriverRide): Promise<Deed> {
    if (ride.status === 'accepted') {
      await moveRide(ride.id, 'in_progress');
      return { did: 'started', rideId: ride.id };
    }
    const fareCents = parseDollars(ride.estimatedFare) ?? 0;
    const isCheaper = random() < CHEAPER;
    await completeRide(isCheaper ? { ...ride, estimatedFare: toDollarString(fareCents - 1_000) } : ride);
    return { did: 'completed', rideId: ride.id };
  }

  return {
    pauseMs: () => PAUSE_MS * (0.5 + random()),
    async act() {
      const { driverRides, offers } = useRideStore.getState();
      const own = Object.values(driverRides.rides).find(({ status }) =>
        /^(accepted|in_progress)$/.test(status),
      );
      const offer = offers.posted.findLast(({ isTaken }) => !isTaken)?.offer;
      try {
        const deed = await insist(async () => (own ? drive(own) : offer ? accept(offer) : null));
        if (deed) report({ deed });
      } catch (error) {
        // Somebody was faster, or the ride had moved on: the screen will say so.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
      }
    },
  };
}
