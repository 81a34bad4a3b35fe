import { type RefObject, useEffect, useState } from 'react';
import { create } from 'zustand';
import { LOAD_AGAIN } from '#web/components/ui/load-again.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useIsDraftRestored } from './draft-store.ts';
import { type FieldErrors, markedFields, type RefusedDraft } from './marked-fields.ts';
import type { FullyBookedDraft, MountedForm, RequestRideOptions } from './mounted-form.ts';

interface RequestRideForm {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** The last refused draft, when its vehicle type was fully booked. The form may have changed since. */
  fullyBooked: FullyBookedDraft | null;
  /**
   * Sends the form. Ignored while a request of this tab runs, even one of an earlier form. A click before the
   * session is known or the stored draft is read takes effect once both are.
   */
  submit: () => void;
  isPending: boolean;
  /** Preloads the code that validates and sends the form. Called when the form gets focus. */
  warmUp: () => void;
}

/** Loads validation and API call, when the user starts to fill in the form. */
const loadSendForm = () => import('./send-form.ts');

const warmUp = () => void loadSendForm().catch(() => {});

/** Whether a ride request of this tab is in flight, from this form or an earlier one. */
const useIsRequesting = create(() => false);

/** The form mounted last. It handles the reply, even to a request that an earlier form has sent. */
let mountedForm: MountedForm | null = null;

const getMountedForm = () => (mountedForm?.form.current ? mountedForm : null);

/**
 * Validates the form and sends it (Request Ride). Errors are shown in a toast and beside the fields; the
 * first invalid field gets focus.
 */
export function useRequestRide(options: RequestRideOptions): RequestRideForm {
  const { draft, rider } = options;
  const [refused, setRefused] = useState<RefusedDraft>({ draft, validationErrors: [] });
  const form = useFocusFirstInvalid(refused);
  const [fullyBooked, setFullyBooked] = useState<FullyBookedDraft | null>(null);

  useEffect(() => {
    mountedForm = { ...options, form, setRefused, setFullyBooked };
  });

  const isPending = useIsRequesting();
  const run = async () => {
    if (useIsRequesting.getState()) return;
    useIsRequesting.setState(true);
    try {
      const code = await loadSendForm().catch(() => null);
      if (code) await code.sendForm(options, getMountedForm);
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
    fullyBooked,
    submit: () => (isReady ? void run() : setIsWaiting(true)),
    isPending: isPending || isWaiting,
    warmUp,
  };
}
