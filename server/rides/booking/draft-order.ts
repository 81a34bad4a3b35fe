import type { RequestRide } from '#common/rides/request-ride.ts';
import { returnTimeProblem } from '#common/rides/return-trip.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import type { RideDoc } from '../ride-model.ts';
import { draftRide } from './draft-ride.ts';
import { releaseDraft, reserveDiscounts } from './ride-holds.ts';

/** The rides of an order, not yet written; `back` is null for a ride by itself. */
export interface OrderDraft {
  lead: RideDoc;
  back: RideDoc | null;
}

/** Attempts at a draft whose gift card is spent by other bookings at the same time. */
const DRAFTS = 5;

/**
 * Drafts the ride of a request, and its return trip, and reserves their discounts; again when the gift card was spent in
 * between, by another ride. The promo code is for the first ride; of the gift card the way back has what that leaves.
 *
 * @throws AppError what `draftRide` and `reserveDiscounts` throw; INVALID_REQUEST for a way back that cannot be
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
  // In this order, so that lists with the newest first have the first ride first.
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

/** @returns whether all of it is held; else nothing is */
async function reserveOrder({ lead, back }: OrderDraft): Promise<boolean> {
  if (!(await reserveDiscounts(lead))) return false;
  if (!back || (await reserveDiscounts(back))) return true;
  await releaseDraft(lead);
  return false;
}
