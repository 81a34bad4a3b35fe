import { type RefObject, useEffect, useState } from 'react';
import type { Alternatives } from '#common/errors.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import { toast } from '#web/components/ui/toast.ts';
import { idempotencyKeys } from '#web/lib/idempotency-keys.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { type Draft, wantsReturn } from './draft.ts';
import { clearDraft } from './draft-store.ts';
import { type FieldErrors, markedFields, type RefusedDraft } from './marked-fields.ts';

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
  /** Somebody has come to the form. */
  warmUp: () => void;
}

/** The rules and the call, whose code comes when somebody begins to fill in the form. */
const loadRideRequest = () => import('./ride-request.ts');

const warmUp = () => void loadRideRequest().catch(() => {});

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

  const { run, isPending } = useInFlight(async () => {
    const code = await loadRideRequest().catch(() => null);
    if (!code) {
      toast.error('Payment Error', 'Failed to initialize payment. Please try again.');
      return;
    }
    const attempt = await code.attemptRide(draft, { rider: rider ?? null, pricing, keys });
    if (attempt.outcome === 'requested') {
      onRequested(attempt.requested);
      clearDraft();
      return;
    }
    if (attempt.outcome === 'failed') return;
    setRefused({ draft, validationErrors: attempt.validationErrors });
    if (attempt.outcome === 'refused') {
      const { alternatives } = attempt;
      setFull(alternatives && { key: placeKey(draft), alternatives });
    }
    if (attempt.needsSignIn) onSignInNeeded();
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
    warmUp,
  };
}

/** What decides whether a vehicle is free. */
const placeKey = ({ scheduledDate, scheduledTime, vehicleId, bookingType, hours, stops, ...trip }: Draft) =>
  [scheduledDate, scheduledTime, vehicleId, bookingType, hours, stops.length]
    .concat(wantsReturn({ bookingType, ...trip }) ? [trip.returnDate, trip.returnTime] : [])
    .join(' ');
