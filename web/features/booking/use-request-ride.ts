import { type RefObject, useEffect, useState } from 'react';
import type { Alternatives } from '#common/errors.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import { toDollarString } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import * as api from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { idempotencyKeys } from '#web/lib/idempotency-keys.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import {
  checkDraft,
  type FieldErrors,
  markedFields,
  type RefusedDraft,
  validationErrorsOf,
  withoutRefusedCodes,
} from './check-draft.ts';
import { type Draft, estimateFare, hoursOf, tripOf, wantsReturn } from './draft.ts';
import { clearDraft, editDraft } from './draft-store.ts';
import { checkWayBack } from './return-trip/use-return-trip.ts';

interface RequestRideOptions {
  draft: Draft;
  /** The signed-in rider; undefined while that is not known yet. */
  rider: User | null | undefined;
  pricing: Pricing;
  onSignInNeeded: () => void;
  onRequested: (requested: RequestedRide) => void;
}

interface RequestRideForm {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** What can be booked instead, once the kind is fully booked at the time in the form; null until then, or after a change of either. */
  alternatives: Alternatives | null;
  /**
   * Request Ride. A second click while the first runs does nothing. A click before the session is known takes
   * effect once it is.
   */
  submit: () => void;
  isPending: boolean;
}

/**
 * Request Ride: validates the form and sends it. Errors are shown in a toast and beside the fields, and the
 * first of them is focused.
 */
export function useRequestRide(options: RequestRideOptions): RequestRideForm {
  const { draft, rider, pricing, onSignInNeeded, onRequested } = options;
  const [refused, setRefused] = useState<RefusedDraft>({ draft, validationErrors: [] });
  const form = useFocusFirstInvalid(refused);
  const [keys] = useState(idempotencyKeys);
  const [full, setFull] = useState<{ key: string; alternatives: Alternatives } | null>(null);

  const fail = async (error: unknown) => {
    if (!(error instanceof ApiError)) {
      toast.error('Payment Error', 'Failed to initialize payment. Please try again.');
      return;
    }
    // A rejection ends the attempt. No response does not: the ride may exist, and only the same key finds it.
    if (error.status >= 400 && error.status < 500) keys.forget();
    if (error.code === 'RATES_CHANGED') {
      toast.error('Rates have changed', messageOf(error, 'Please look at the new fare.'));
      // The form stays as it is, and shows the new fare once it is there.
      await reloadRates().catch(() => undefined);
      return;
    }
    toast.error('Error', messageOf(error, 'Failed to request ride'));
    const validationErrors = validationErrorsOf(error.issues);
    editDraft(withoutRefusedCodes(validationErrors));
    setRefused({ draft, validationErrors });
    setFull(error.alternatives && { key: placeKey(draft), alternatives: error.alternatives });
    if (error.status === 401) onSignInNeeded();
  };

  const send = async (riderId: string) => {
    try {
      const body = toRideRequest(draft, { riderId, pricing });
      const requested = await requestRide(body, keys.keyFor(body));
      keys.forget();
      onRequested(requested);
      clearDraft();
    } catch (error) {
      await fail(error);
    }
  };

  const { run, isPending } = useInFlight(async () => {
    const refusal =
      checkDraft(draft, { isSignedIn: Boolean(rider), now: serverNow() }) ?? (await checkWayBack(draft));
    if (refusal) {
      toast.error(refusal.title, refusal.message);
      setRefused({ draft, validationErrors: refusal.validationErrors });
      if (refusal.needsSignIn) onSignInNeeded();
    } else if (rider) {
      await send(rider.id);
    }
  });

  const isRiderKnown = rider !== undefined;
  const [isWaiting, setIsWaiting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent is the form as it stands when it is known who is signed in
  useEffect(() => {
    if (!isWaiting || !isRiderKnown) return;
    setIsWaiting(false);
    void run();
  }, [isWaiting, isRiderKnown]);

  return {
    form,
    errors: markedFields(refused, draft),
    alternatives: full?.key === placeKey(draft) ? full.alternatives : null,
    submit: () => (isRiderKnown ? void run() : setIsWaiting(true)),
    isPending: isPending || isWaiting,
  };
}

const reloadRates = () =>
  import('#web/lib/load-catalogue.ts').then(({ reloadCatalogue }) => reloadCatalogue());

/** What decides whether a vehicle is free. */
const placeKey = ({ scheduledDate, scheduledTime, vehicleId, bookingType, hours, stops, ...trip }: Draft) =>
  [scheduledDate, scheduledTime, vehicleId, bookingType, hours, stops.length]
    .concat(wantsReturn({ bookingType, ...trip }) ? [trip.returnDate, trip.returnTime] : [])
    .join(' ');

/**
 * Requests a ride. The same key with the same body is one ride, however often it is sent.
 * @throws ApiError when the server refuses; anything else means that its reply cannot be paid with
 */
export async function requestRide(body: RequestRide, idempotencyKey: string): Promise<api.RequestedRide> {
  const requested = await call(api.requestRide, body, { idempotencyKey });
  if (!requested.clientSecret) throw new Error('The reply to the ride request has no client secret.');
  return requested;
}

/** What the browser calculated, sent along as the specification's payload has it (section 3). The server derives each of them again. */
interface Hints {
  isAirportPickup: boolean;
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

/** The body of POST /api/rides for a form as typed. */
export function toRideRequest(draft: Draft, { riderId, pricing }: Context): RequestRide & Hints {
  const { vehicleId, promo, giftCard, promoCode: _promoCode, giftCardCode: _giftCardCode, ...rest } = draft;
  const { isForSomebodyElse: _isFor, passengerName: _name, passengerPhone: _phone, ...trip } = rest;
  const { hasReturn: _hasReturn, returnDate: _date, returnTime: _time, ...typed } = trip;
  const fare = estimateFare(draft, pricing);
  return {
    ...typed,
    ...tripOf(draft),
    riderId,
    rideType: vehicleId,
    hours: hoursOf(draft),
    promoCodeId: promo?.id ?? null,
    giftCardId: giftCard?.id ?? null,
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    ratesVersion: pricing.rates.id,
    surgePricing: surgeTierOf(draft.scheduledDate, pricing.surgeCalendar),
    estimatedFare: fare && toDollarString(fare.fareCents),
    discountAmount: fare ? (fare.promoCents + fare.giftCardCents) / 100 : 0,
  };
}
