import { type RefObject, useEffect, useState } from 'react';
import type { Alternatives } from '#common/errors.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import { LOAD_AGAIN } from '#web/components/ui/load-again.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { idempotencyKeys } from '#web/lib/idempotency-keys.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { Draft } from './draft.ts';
import { useIsDraftRead } from './draft-store.ts';
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
   * Request Ride. A second click while the first runs does nothing. A click before the session is known, or the kept form is filled in,
   * takes effect once it is.
   */
  submit: () => void;
  isPending: boolean;
  /** Somebody has come to the form. */
  warmUp: () => void;
}

/** A form that was not taken since every vehicle of the kind is booked then. */
interface FullyBookedDraft {
  draft: Draft;
  alternatives: Alternatives;
  wantsSameVehicle: (one: Draft, other: Draft) => boolean;
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
  const [full, setFull] = useState<FullyBookedDraft | null>(null);

  const { run, isPending } = useInFlight(async () => {
    const code = await loadRideRequest().catch(() => null);
    if (!code) {
      toast.error('Error', 'Failed to request ride', LOAD_AGAIN);
      return;
    }
    const attempt = await code.attemptRide(draft, { rider: rider ?? null, pricing, keys, form });
    if (attempt.outcome === 'requested') return onRequested(attempt.requested);
    if (attempt.outcome === 'over') return;
    setRefused({ draft, validationErrors: attempt.validationErrors });
    if (attempt.outcome === 'refused') {
      const { alternatives } = attempt;
      setFull(alternatives && { draft, alternatives, wantsSameVehicle: code.wantsSameVehicle });
    }
    if (attempt.needsSignIn) onSignInNeeded();
  });

  const isDraftRead = useIsDraftRead();
  const isReady = isDraftRead && rider !== undefined;
  const [isWaiting, setIsWaiting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent is the form as it stands once it can be
  useEffect(() => {
    if (!isWaiting || !isReady) return;
    setIsWaiting(false);
    void run();
  }, [isWaiting, isReady]);

  return {
    form,
    errors: markedFields(refused, draft),
    alternatives: full?.wantsSameVehicle(full.draft, draft) ? full.alternatives : null,
    submit: () => (isReady ? void run() : setIsWaiting(true)),
    isPending: isPending || isWaiting,
    warmUp,
  };
}
