import type { Alternatives } from '#common/errors.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import { toDollarString } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import * as api from '#common/rides/rides-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { reloadCatalogue } from '#web/lib/load-catalogue.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { forgetKey, keyOf } from './booking-key.ts';
import {
  checkDraft,
  invalidTime,
  type Refusal,
  validationErrorsOf,
  withoutRefusedCodes,
} from './check-draft.ts';
import { type Draft, hoursOf, withContact, withoutForeignGiftCard } from './draft.ts';
import { clearDraft, editDraft, useDraftStore } from './draft-store.ts';
import { estimateFare } from './estimate-fare.ts';
import type { FormVisit, RequestRideOptions } from './form-visit.ts';
import type { ValidationError } from './marked-fields.ts';
import { returnTrip } from './return-trip/use-return-trip.ts';
import { tripOf, wantsReturn } from './trip-of.ts';

/** The outcome of Request Ride. Every outcome but `requested`, which empties the form, was shown in a toast. */
type Attempt =
  | { outcome: 'requested'; requested: api.RequestedRide }
  /** By the form's own rules. */
  | { outcome: 'invalid'; validationErrors: ValidationError[]; needsSignIn: boolean }
  /** By the server; with what can be booked instead, where it says so. */
  | {
      outcome: 'refused';
      validationErrors: ValidationError[];
      needsSignIn: boolean;
      alternatives: Alternatives | null;
    }
  /** Nothing is left to do: the form can be sent again as it is, or its rider is elsewhere by now. */
  | { outcome: 'over' };

type SentForm = Pick<RequestRideOptions, 'draft' | 'rider' | 'pricing'>;

/**
 * Validates the form and sends it. The reply is handled by the mounted form, also where that is another one than the request was sent from.
 */
export async function sendForm(sent: SentForm, visitNow: () => FormVisit | null): Promise<void> {
  const { draft, rider } = sent;
  const atForm = () => {
    const visit = visitNow();
    return visit?.form.current ? visit : null;
  };
  const attempt = await attemptRide(sent, () => atForm() !== null);
  const visit = atForm();
  if (!visit || attempt.outcome === 'over') return;
  if (attempt.outcome === 'requested') {
    // Another rider who signed in meanwhile is not sent to this checkout.
    if (visit.rider?.id === rider?.id) visit.onRequested(attempt.requested);
    return;
  }
  visit.setRefused({ draft, validationErrors: attempt.validationErrors });
  if (attempt.outcome === 'refused') {
    const { alternatives } = attempt;
    visit.setFull(alternatives && { draft, alternatives, wantsSameVehicle });
  }
  if (attempt.needsSignIn) visit.onSignInNeeded();
}

/** Each failure is shown in a toast, and so is a ride whose rider has gone elsewhere meanwhile. */
async function attemptRide({ draft, rider, pricing }: SentForm, isAtForm: () => boolean): Promise<Attempt> {
  const refusal =
    checkDraft(draft, { isSignedIn: Boolean(rider), now: serverNow() }) ?? (await checkWayBack(draft));
  if (refusal) {
    const { title, message, validationErrors, needsSignIn } = refusal;
    toast.error(title, message);
    return { outcome: 'invalid', validationErrors, needsSignIn };
  }
  // A visitor is refused by the form's rules above.
  if (!rider) return { outcome: 'over' };
  const wantedOf = (typed: Draft) => toRideRequest(typed, { riderId: rider.id, pricing });
  try {
    const { wanted, seen } = wantedOf(draft);
    const send = () => requestRide({ ...wanted, ...seen }, keyOf(wanted));
    const requested = await send().catch((error: unknown) => {
      // The booking of before is over. Who has left the form may have given it up since this press.
      if (!isCancelled(error) || !isAtForm()) throw error;
      forgetKey();
      return send();
    });
    forgetKey();
    // What was typed meanwhile is another ride, and stays.
    const now = withoutForeignGiftCard(withContact(useDraftStore.getState(), rider), rider);
    if (JSON.stringify(wantedOf(now).wanted) === JSON.stringify(wanted)) clearDraft();
    if (isAtForm()) return { outcome: 'requested', requested };
    const action = { to: `/my-rides/${requested.ride.id}`, label: 'Show' };
    toast.success('Ride requested', 'Pay for it in My Rides to keep it.', action);
    return { outcome: 'over' };
  } catch (error) {
    return reportFailure(error);
  }
}

const isCancelled = (error: unknown): boolean => error instanceof ApiError && error.code === 'RIDE_CANCELLED';

/** Whether two forms want a vehicle of the same kind at the same time: where that is fully booked for one, it is for the other. */
const wantsSameVehicle = (one: Draft, other: Draft): boolean => placeKey(one) === placeKey(other);

const placeKey = ({ scheduledDate, scheduledTime, vehicleId, bookingType, hours, stops, ...trip }: Draft) =>
  [scheduledDate, scheduledTime, vehicleId, bookingType, hours, stops.length]
    .concat(wantsReturn({ bookingType, ...trip }) ? [trip.returnDate, trip.returnTime] : [])
    .join(' ');

/** Shows the server's refusal in a toast, and drops the codes that it refused. */
async function reportFailure(error: unknown): Promise<Attempt> {
  if (!(error instanceof ApiError)) {
    toast.error('Payment Error', 'Failed to initialize payment. Please try again.');
    return { outcome: 'over' };
  }
  // A conflict answers the booking. No response does not, nor does having to wait or to log in again: the ride of the time before may be
  // there, and only the same key finds it.
  if (error.status === 409) forgetKey();
  if (error.code === 'RATES_CHANGED') {
    toast.error('Rates have changed', messageOf(error, 'Please look at the new fare.'));
    // The form stays as it is, and shows the new fare once it is there.
    await reloadCatalogue().catch(() => undefined);
    return { outcome: 'over' };
  }
  toast.error('Error', messageOf(error, 'Failed to request ride'));
  const validationErrors = validationErrorsOf(error.issues);
  editDraft(withoutRefusedCodes(validationErrors));
  const { status, alternatives } = error;
  return { outcome: 'refused', validationErrors, needsSignIn: status === 401, alternatives };
}

/** Why a form with a way back is not sent. Where the code does not load, the server tells it. */
async function checkWayBack(draft: Draft): Promise<Refusal | null> {
  if (!wantsReturn(draft)) return null;
  const now = serverNow();
  const code = await returnTrip.load().catch(() => null);
  const problem = code?.returnProblem(draft, now);
  return problem ? invalidTime(problem, draft.returnDate, ['returnDate', 'returnTime'], now) : null;
}

/**
 * Requests a ride. The same key with the same body is one ride, however often it is sent.
 * @throws ApiError when the server refuses; anything else means that its reply cannot be paid with
 */
export async function requestRide(body: RequestRide, idempotencyKey: string): Promise<api.RequestedRide> {
  const requested = await call(api.requestRide, body, { idempotencyKey });
  if (!requested.clientSecret) throw new Error('The reply to the ride request has no client secret.');
  return requested;
}

/**
 * The rates that the rider saw, and what the browser calculated by them, sent along as the specification's payload has it
 * (section 3). The server derives each of these again.
 */
interface Seen extends Pick<RequestRide, 'ratesVersion'> {
  surgePricing: SurgeTier;
  /** `"$233.58"`. */
  estimatedFare: string | null;
  /** Dollars. */
  discountAmount: number;
}

interface Context {
  riderId: string;
  pricing: Pricing;
}

/**
 * The body of POST /api/rides for a form as typed: what is wanted, by which a repeat of it is known, and what the rider saw
 * beside it, which may be another by then.
 */
export function toRideRequest(
  draft: Draft,
  { riderId, pricing }: Context,
): { wanted: RequestRide & { isAirportPickup: boolean }; seen: Seen } {
  const { vehicleId, promo, giftCard, promoCode: _promoCode, giftCardCode: _giftCardCode, ...rest } = draft;
  const { isForSomebodyElse: _isFor, passengerName: _name, passengerPhone: _phone, ...trip } = rest;
  const { hasReturn: _hasReturn, returnDate: _date, returnTime: _time, ...typed } = trip;
  const fare = estimateFare(draft, pricing);
  return {
    wanted: {
      ...typed,
      ...tripOf(draft),
      riderId,
      rideType: vehicleId,
      hours: hoursOf(draft),
      promoCodeId: promo?.id ?? null,
      giftCardId: giftCard?.id ?? null,
      isAirportPickup: looksLikeAirport(draft.pickupLocation),
    },
    seen: {
      ratesVersion: pricing.rates.id,
      surgePricing: surgeTierOf(draft.scheduledDate, pricing.surgeCalendar),
      estimatedFare: fare && toDollarString(fare.fareCents),
      discountAmount: fare ? (fare.promoCents + fare.giftCardCents) / 100 : 0,
    },
  };
}
