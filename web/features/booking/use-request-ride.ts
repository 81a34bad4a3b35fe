import { type RefObject, useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Alternatives } from '#common/errors.ts';
import { LOAD_AGAIN } from '#web/components/ui/load-again.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useIsDraftRead } from './draft-store.ts';
import type { FormVisit, FullyBookedDraft, RequestRideOptions } from './form-visit.ts';
import { type FieldErrors, markedFields, type RefusedDraft } from './marked-fields.ts';

interface RequestRideForm {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** What can be booked instead, once the kind is fully booked at the time in the form; null until then, or after a change of either. */
  alternatives: Alternatives | null;
  /**
   * Request Ride. A second click while the first runs does nothing, also after one has left the form and come back. A click before the
   * session is known, or the kept form is filled in, takes effect once it is.
   */
  submit: () => void;
  isPending: boolean;
  /** Somebody has come to the form. */
  warmUp: () => void;
}

/** The rules and the call, whose code comes when somebody begins to fill in the form. */
const loadRideRequest = () => import('./ride-request.ts');

const warmUp = () => void loadRideRequest().catch(() => {});

/** Whether a request of this tab is under way, on whichever visit to the form it was sent. */
const useIsRequesting = create(() => false);

/** The last visit to the form, which takes what a request came to, also one that was sent before it. */
let visit: FormVisit | null = null;

/**
 * Request Ride: validates the form and sends it. Errors are shown in a toast and beside the fields, and the
 * first of them is focused.
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
