import type { RequestRide } from '#common/rides/request-ride.ts';
import { returnTimeProblem } from '#common/rides/return-trip.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import type { RideDoc } from '../ride-model.ts';
import { draftRide } from './draft-ride.ts';
import { releaseDraft, reserveDiscounts } from './ride-holds.ts';

/** The drafted rides of an order, not yet written. `back` is null for a single ride. */
export interface OrderDraft {
  lead: RideDoc;
  back: RideDoc | null;
}

/** How many times to draft an order when other bookings spend the same gift card concurrently. */
const DRAFTS = 5;

/**
 * Drafts the requested ride and its return trip, and reserves their discounts. Drafts again when another ride
 * has spent the gift card in between. The promo code applies to the first ride only; the return ride gets
 * what the first ride leaves on the gift card.
 *
 * @throws AppError what `draftRide` and `reserveDiscounts` throw; INVALID_REQUEST when the return trip is not
 * possible
 */
export async function draftWithHolds(request: RequestRide, address: string | null): Promise<OrderDraft> {
  for (let attempt = 0; attempt < DRAFTS; attempt += 1) {
    const order = await draftOrder(request, address);
    if (await reserveOrder(order)) return order;
  }
  throw fieldRefusal('giftCardId', 'This gift card is being used for other rides. Please try again.');
}

async function draftOrder(request: RequestRide, address: string | null): Promise<OrderDraft> {
  const now = databaseClock.now();
  // Ids in this order, so that lists sorted newest first show the first ride above its return ride.
  const [backId, leadId] = [newObjectId(), newObjectId()];
  const lead = await draftRide(request, { address, now, id: leadId });
  const wayBack = requestOfReturn(request, now);
  if (!wayBack) return { lead, back: null };

  const back = await draftRide(wayBack, { address, now, id: backId, spentCents: lead.fare.giftCardCents });
  const dueCents = lead.fare.totalCents + back.fare.totalCents;
  return {
    lead: { ...lead, order: { leg: 'there', otherRideId: backId.toHexString(), dueCents } },
    back: { ...back, order: { leg: 'back', otherRideId: leadId.toHexString(), dueCents } },
  };
}

function requestOfReturn(request: RequestRide, now: Date): RequestRide | null {
  const { returnTrip, pickupLocation, dropoffLocation } = request;
  if (!returnTrip) return null;
  if (request.bookingType === 'hourly') {
    throw fieldRefusal('returnTrip', 'A return trip is booked point to point.');
  }
  const problem = returnTimeProblem({ ...request, hours: null, stops: request.stops ?? [] }, returnTrip, now);
  if (problem) throw fieldRefusal('returnTrip.scheduledTime', problem);
  return {
    ...request,
    ...returnTrip,
    pickupLocation: dropoffLocation,
    dropoffLocation: pickupLocation,
    stops: [],
    flightNumber: null,
    promoCodeId: null,
    returnTrip: null,
  };
}

/** Reserves the discounts of both rides. @returns whether all are reserved; if not, none are */
async function reserveOrder({ lead, back }: OrderDraft): Promise<boolean> {
  if (!(await reserveDiscounts(lead))) return false;
  if (!back || (await reserveDiscounts(back))) return true;
  await releaseDraft(lead);
  return false;
}
