import { randomUUID } from 'node:crypto';
import { parseDollars, toDollarString } from '#common/money.ts';
import { cancelOwnRide } from '#common/rides/cancel-api.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { isOffer, stampsAhead } from '#common/rides/ride-states.ts';
import { dateInVegas } from '#common/time.ts';
import { payByCard } from '#embedded/stripe/testing/pay-by-card.ts';
import { openTripSocket } from '#web/app/open-trip-socket.ts';
import { sendRequest } from '#web/features/booking/send-form.ts';
import { verifyPayment } from '#web/features/rides/api/checkout-actions.ts';
import { acceptRide, completeRide, moveRide } from '#web/features/rides/api/driver-actions.ts';
import { shareRide } from '#web/features/rides/api/rider-actions.ts';
import { receiveRides, useRideStore } from '#web/features/rides/store/ride-store.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { bookedAs } from './booked-as.ts';
import { type AckedWrite, post } from './messages.ts';
import { type Habit, retry } from './person.ts';
import { riderMoves } from './rider-moves.ts';

const WEEK_MS = 7 * 86_400_000;
/** Kinds of vehicle that every demo driver serves, so that each driver has to see every offer. */
const VEHICLES = ['lux-sedan', 'lux-suv'] as const;

/** Average pause between two actions of a rider and of a driver, in milliseconds. */
const RIDING_PAUSE_MS = 1_000;
const DRIVING_PAUSE_MS = 500;

/** Share of bookings that are paid, and share of payments that the page confirms itself. */
const PAID = 0.9;
const CONFIRMED = 0.5;

/** Share of bookings that the rider cancels, if a driver has not begun them. */
const CANCELLED = 0.15;

/**
 * Share of driver actions on an accepted ride that first report the next milestone: on the way, or arrived.
 */
const STAMPED = 0.4;

/** Share of rides completed for less than the paid fare. */
const CHEAPER = 0.3;

/** The shortest duration of a ride by the hour, in milliseconds, so that its rider can extend it. */
const HOURLY_RIDE_MS = 2_500;

/**
 * Probabilities that a rider extends a ride under way, edits an offer, tips, or shares a trip,
 * when there is one.
 */
const EXTENDED = 0.7;
const EDITED = 0.35;
const TIPPED = 0.1;
const SHARED = 0.3;

interface RiderHabit {
  riderId: string;
  /** Origin of the payment provider. */
  stripe: string;
  random: () => number;
}

/**
 * Books rides, pays as Stripe.js does, cancels some, edits and extends them, tips, and opens trip links. Half
 * of the payments are not confirmed by the page.
 */
export function ridingHabit({ riderId, stripe, random }: RiderHabit): Habit {
  const moves = riderMoves({ stripe, random });
  const shareTrip = tripSharing();
  const unpaid: string[] = [];
  let booked = 0;

  function nextRequest(): RequestRide {
    booked += 1;
    const isHourly = random() < 0.5;
    return {
      riderId,
      pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
      dropoffLocation: `Stage door ${riderId.slice(-4)}-${booked}`,
      rideType: VEHICLES[Math.floor(random() * VEHICLES.length)] ?? 'lux-sedan',
      bookingType: isHourly ? 'hourly' : 'point-to-point',
      hours: isHourly ? 2 + Math.floor(random() * 4) : null,
      gratuityPercentage: 18,
      customerName: 'Robin Rider',
      customerEmail: 'robin@example.com',
      customerPhone: '(702) 555-0101',
      scheduledDate: dateInVegas(new Date(Date.now() + WEEK_MS)),
      scheduledTime: '19:30',
    };
  }

  /**
   * Cancels for free: the pickup is a week ahead, or nothing was paid. If a driver has begun the ride, it
   * continues.
   */
  async function cancel(rideId: string): Promise<void> {
    try {
      receiveRides([await retry(() => call(cancelOwnRide, { rideId, expectedFeeCents: 0 }))]);
      post({ ackedWrite: { action: 'cancelled', rideId } });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }

  async function book(): Promise<void> {
    const key = randomUUID();
    const request = nextRequest();
    const isPaid = random() < PAID;
    const isConfirmed = random() < CONFIRMED;

    const { ride, clientSecret } = await retry(() => sendRequest(request, key));
    post({ ackedWrite: { action: 'booked', rideId: ride.id, as: bookedAs(request) } });
    if (!isPaid) {
      unpaid.push(ride.id);
      return;
    }
    const { id, amount } = await payByCard(stripe, clientSecret);
    post({ ackedWrite: { action: 'paid', rideId: ride.id, paymentIntentId: id, amountCents: amount } });
    const paid = { rideId: ride.id, paymentIntentId: id, hasSucceeded: true };
    if (isConfirmed) await retry(() => verifyPayment(paid, riderId));
    if (random() < CANCELLED) await cancel(ride.id);
  }

  /** Chooses the rider's next action from the rides on screen. */
  function nextMove(): () => Promise<void> {
    const rides = Object.values(useRideStore.getState().riderRides.rides);
    const choose = (
      share: number,
      isFit: (ride: RiderRide) => boolean,
      move: (ride: RiderRide) => Promise<void>,
    ) => {
      const fit = rides.filter(isFit);
      const ride = fit[Math.floor(random() * fit.length)];
      return ride && random() < share ? () => move(ride) : null;
    };
    const isExtendable = ({ status, hours, charges }: RiderRide) =>
      status === 'in_progress' && hours !== null && charges.every((charge) => charge.status !== 'open');
    const isTippable = ({ status, charges }: RiderRide) =>
      status === 'completed' && charges.every(({ kind }) => kind !== 'tip');
    return (
      choose(EXTENDED, isExtendable, moves.extend) ??
      choose(EDITED, isOffer, moves.edit) ??
      choose(TIPPED, isTippable, moves.tip) ??
      choose(SHARED, ({ status, tripLink }) => status === 'accepted' && tripLink === null, shareTrip) ??
      book
    );
  }

  return {
    pauseMs: () => RIDING_PAUSE_MS * (0.5 + random()),
    async act() {
      try {
        await nextMove()();
      } catch (error) {
        // Otherwise the ride had changed; the page will show it.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        const [oldest] = unpaid;
        if (error.code === 'TOO_MANY_UNPAID' && oldest) {
          await cancel(oldest);
          unpaid.shift();
        }
      }
    },
  };
}

/** Shares a ride and opens its trip link as another person's page would, after closing the previous link. */
function tripSharing(): (ride: RiderRide) => Promise<void> {
  let close = () => {};
  return async ({ id }) => {
    await retry(() => shareRide(id));
    const link = useRideStore.getState().riderRides.rides[id]?.tripLink;
    if (!link) return;
    close();
    close = openTripSocket(link.replace(/^.*\//, ''), {
      onConnection() {},
      onResync() {},
      onTrips() {},
      onPositions() {},
      onEnd() {},
    });
  };
}

interface DriverHabit {
  driverId: string;
  random: () => number;
}

/**
 * Advances the driver's own ride, or tries to accept the oldest offer in a race with the other drivers. Turns
 * to the next one when an offer is refused: its vehicle may be with another driver for long.
 */
export function drivingHabit({ driverId, random }: DriverHabit): Habit {
  const refused = new Set<string>();

  async function accept({ id, revision }: Offer): Promise<AckedWrite | null> {
    return (await acceptRide(id, driverId, { revision })) ? { action: 'accepted', rideId: id } : null;
  }

  /** Whether a ride under way has lasted long enough to be completed, or began by a wrong clock. */
  function isOver({ history }: DriverRide): boolean {
    const startedAt = history.findLast(({ change }) => change === 'in_progress')?.at ?? '';
    return Math.abs(Date.now() - Date.parse(startedAt)) > HOURLY_RIDE_MS;
  }

  function nextOffer(): Offer | undefined {
    const open = useRideStore
      .getState()
      .offers.posted.flatMap(({ offer, isTaken }) => (isTaken ? [] : offer));
    const next = open.findLast(({ id }) => !refused.has(id));
    if (!next) refused.clear();
    return next;
  }

  async function drive(ride: DriverRide): Promise<AckedWrite | null> {
    const stamp = ride.status === 'accepted' && random() < STAMPED ? stampsAhead(ride)[0] : undefined;
    if (stamp) {
      await moveRide(ride.id, stamp, { confirmEarly: true });
      return { action: stamp, rideId: ride.id };
    }
    if (ride.status === 'accepted') {
      await moveRide(ride.id, 'in_progress', { confirmEarly: true });
      return { action: 'started', rideId: ride.id };
    }
    if (ride.hours !== null && !isOver(ride)) return null;
    const fareCents = parseDollars(ride.estimatedFare) ?? 0;
    const isCheaper = random() < CHEAPER;
    await completeRide(ride.id, isCheaper ? toDollarString(fareCents - 1_000) : ride.estimatedFare);
    return { action: 'completed', rideId: ride.id };
  }

  return {
    pauseMs: () => DRIVING_PAUSE_MS * (0.5 + random()),
    async act() {
      const { driverRides } = useRideStore.getState();
      const own = Object.values(driverRides.rides).find(({ status }) =>
        /^(accepted|in_progress)$/.test(status),
      );
      const offer = own ? null : nextOffer();
      try {
        const ackedWrite = await retry(async () => (own ? drive(own) : offer ? accept(offer) : null));
        if (ackedWrite) post({ ackedWrite });
      } catch (error) {
        // Another driver was faster or has the vehicle, or the ride had changed; the page will show it.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        if (offer) refused.add(offer.id);
      }
    },
  };
}
