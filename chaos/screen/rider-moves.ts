import { type EditChanges, EXTENSION_HOURS } from '#common/rides/edit-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { payByCard } from '#embedded/stripe/testing/pay-by-card.ts';
import { tipRide } from '#web/features/rides/api/after-ride-actions.ts';
import { openCharge, verifyCharge } from '#web/features/rides/api/charge-actions.ts';
import { editRide, extendRide, quoteEdit, quoteExtension } from '#web/features/rides/api/edit-actions.ts';
import { bookedAs } from './booked-as.ts';
import { type PaidKind, post } from './messages.ts';
import { retry } from './person.ts';

/** Share of additional charges that are paid. The others are left to expire. */
const PAID = 0.7;
/** Share of these payments that the page confirms itself. */
const CONFIRMED = 0.6;

const TIP_CENTS = 500;
const MOST_STOPS = 3;

interface RiderMoves {
  /**
   * Edits a paid ride without a driver. A cheaper edit is made at once, a more expensive one once it is paid.
   */
  edit(ride: RiderRide): Promise<void>;
  /** Requests 30 more minutes of a ride under way. */
  extend(ride: RiderRide): Promise<void>;
  /** Tips a completed ride. */
  tip(ride: RiderRide): Promise<void>;
}

interface Rider {
  /** Origin of the payment provider. */
  stripe: string;
  random: () => number;
}

/**
 * What riders do with a ride besides booking and cancelling it. Each rejects with an ApiError when the
 * product refuses, because the ride has changed meanwhile.
 */
export function riderMoves({ stripe, random }: Rider): RiderMoves {
  const signal = new AbortController().signal;

  /**
   * Pays a charge, or lets it expire. `as` is the resulting ride; null if it does not change. Resolves to
   * whether the page confirmed the payment.
   */
  async function payCharge(
    charge: { rideId: string; chargeId: string },
    kind: PaidKind,
    as: string | null,
  ): Promise<boolean> {
    if (random() >= PAID) {
      post({ ackedWrite: { action: 'charge left unpaid', rideId: charge.rideId, kind } });
      return false;
    }
    const isConfirmed = random() < CONFIRMED;
    const secret = await retry(() => openCharge(charge));
    // The payment may have been cancelled at the provider because the ride has changed.
    const paid = await payByCard(stripe, secret).catch(() => null);
    if (!paid) return false;
    const { id: paymentIntentId, amount: amountCents } = paid;
    post({ ackedWrite: { action: 'charge paid', ...charge, kind, paymentIntentId, amountCents, as } });
    return isConfirmed && (await retry(() => verifyCharge(charge))).isPaid;
  }

  return {
    async edit(ride) {
      const { id: rideId } = ride;
      const changes = nextEdit(ride, random);
      const as = bookedAs({ ...ride, ...changes });
      const quote = await retry(() => quoteEdit(rideId, changes, signal));
      if (quote.dueCents === 0) post({ ackedWrite: { action: 'edit asked', rideId, as } });
      const edit = { rideId, changes, version: quote.version, expectedFareCents: quote.fare.fareCents };
      const chargeId = await retry(() => editRide(edit));
      const isMade = chargeId === null || (await payCharge({ rideId, chargeId }, 'difference', as));
      if (isMade) post({ ackedWrite: { action: 'edited', rideId, as } });
    },
    async extend(ride) {
      const { id: rideId, hours } = ride;
      const as = bookedAs({ ...ride, hours: (hours ?? 0) + EXTENSION_HOURS });
      const { dueCents } = await retry(() => quoteExtension(rideId, signal));
      const chargeId = await retry(() => extendRide(rideId, dueCents));
      const isMade = chargeId !== null && (await payCharge({ rideId, chargeId }, 'extension', as));
      if (isMade) post({ ackedWrite: { action: 'extended', rideId, as } });
    },
    async tip({ id: rideId }) {
      const { chargeId } = await retry(() => tipRide(rideId, { amountCents: TIP_CENTS }));
      await payCharge({ rideId, chargeId }, 'tip', null);
    },
  };
}

/**
 * Chooses an edit that makes the ride more expensive or, if possible, cheaper, but never by more than half.
 */
function nextEdit({ hours, stops, rideType }: RiderRide, random: () => number): EditChanges {
  const isMore = random() < 0.5;
  if (hours === null) {
    const isStop = stops.length === 0 || (isMore && stops.length < MOST_STOPS);
    return { stops: isStop ? [...stops, 'Fremont Street Experience'] : stops.slice(1) };
  }
  if (random() < 0.3) return { rideType: rideType === 'lux-sedan' ? 'lux-suv' : 'lux-sedan' };
  return { hours: isMore || hours < 3 ? hours + 1 : hours - 1 };
}
