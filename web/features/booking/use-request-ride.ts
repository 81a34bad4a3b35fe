import { type RefObject, useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Alternatives } from '#common/errors.ts';
import { LOAD_AGAIN } from '#web/components/ui/load-again.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useIsDraftRestored } from './draft-store.ts';
import type { FullyBookedDraft, MountedForm, RequestRideOptions } from './form-visit.ts';
import { type FieldErrors, markedFields, type RefusedDraft } from './marked-fields.ts';

interface RequestRideForm {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /**
   * What can be booked instead when the vehicle type is fully booked at that time; null once the draft needs
   * another one.
   */
  alternatives: Alternatives | null;
  /**
   * Sends the form. Ignored while a request of this tab runs, even one from an earlier visit to the form. A
   * click before the session is known or the stored draft is read takes effect once both are.
   */
  submit: () => void;
  isPending: boolean;
  /** Preloads the code that validates and sends the form. Called when the form gets focus. */
  warmUp: () => void;
}

/** Loads validation and API call, when the user starts to fill in the form. */
const loadRideRequest = () => import('./ride-request.ts');

const warmUp = () => void loadRideRequest().catch(() => {});

/** Whether a ride request of this tab is in flight, from any visit to the form. */
const useIsRequesting = create(() => false);

/** The last visit to the form. It handles the reply, even to a request sent from an earlier visit. */
let visit: MountedForm | null = null;

/**
 * Validates the form and sends it (Request Ride). Errors are shown in a toast and beside the fields; the
 * first invalid field gets focus.
 */
export function useRequestRide(options: RequestRideOptions): RequestRideForm {
  const { draft, rider } = options;
  const [refused, setRefused] = useState<RefusedDraft>({ draft, validationErrors: [] });
  const form = useFocusFirstInvalid(refused);
  const [full, setFull] = useState<FullyBookedDraft | null>(null);

  useEffect(() => {
    visit = { ...options, form, setRefused, setFull };
  });

  const isPending = useIsRequesting();
  const run = async () => {
    if (useIsRequesting.getState()) return;
    useIsRequesting.setState(true);
    try {
      const code = await loadRideRequest().catch(() => null);
      if (code) await code.sendForm(options, () => visit);
      else toast.error('Error', 'Failed to request ride', LOAD_AGAIN);
    } finally {
      useIsRequesting.setState(false);
    }
  };

  const isDraftRead = useIsDraftRestored();
  const isReady = isDraftRead && rider !== undefined;
  const [isWaiting, setIsWaiting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends the latest form once it is ready
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
