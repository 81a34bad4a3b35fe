import { type FormEvent, type RefObject, useState } from 'react';
import type { LeadKind } from '#common/messages/lead.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { idempotencyKeys } from '#web/lib/idempotency-keys.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { MessageKind } from './send-message.ts';

interface MessageFormOptions {
  kind: MessageKind;
  /** Adds values that have no field, such as a kind, or converts text to numbers. */
  toBody?: (fields: Record<string, unknown>) => unknown;
  /** The titles of the toasts (specification section 8). */
  sentTitle: string;
  failedTitle: string;
  onSent?: () => void;
}

/** The outcome of the last attempt. Stays after its toast has gone. */
interface Outcome {
  kind: 'sent' | 'failed';
  text: string;
}

/** The state and handlers of a form that sends a message, for its components. */
export interface MessageForm {
  ref: RefObject<HTMLFormElement | null>;
  /** By field name. */
  problems: FieldErrors;
  outcome: Outcome | null;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called when a field takes the focus. */
  onFocus: () => void;
}

/** The schemas and the call, loaded when the user starts to fill in a form. */
const loadDelivery = () => import('./send-message.ts');

const warmUp = () => void loadDelivery().catch(() => {});

/**
 * Validates and sends a form. Errors are shown in a toast and beside the fields, and the first invalid field
 * is focused. The form is reset only after it has been sent.
 */
export function useMessageForm(options: MessageFormOptions): MessageForm {
  const { kind, toBody = (fields) => fields, sentTitle, failedTitle, onSent } = options;
  const [problems, setProblems] = useState<FieldErrors>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [keys] = useState(idempotencyKeys);
  const ref = useFocusFirstInvalid(problems);

  const fail = (error: unknown) => {
    const text = messageOf(error, 'Please try again later.');
    setProblems(error instanceof ApiError ? fieldErrors(error.issues) : {});
    setOutcome({ kind: 'failed', text: `${failedTitle}. ${text}` });
    toast.error(failedTitle, text);
  };

  const { run, isPending } = useInFlight(async (fields: Record<string, unknown>) => {
    setOutcome(null);
    try {
      const { checkMessage, sendMessage } = await loadDelivery();
      const checked = checkMessage(kind, toBody(fields));
      if (!checked.success) {
        const [first] = checked.error.issues;
        setProblems(fieldErrors(checked.error.issues));
        toast.error(first?.message ?? failedTitle);
        return;
      }
      setProblems({});
      const text = await sendMessage(kind, checked.data, keys.keyFor(checked.data));
      keys.forget();
      ref.current?.reset();
      setOutcome({ kind: 'sent', text });
      toast.success(sentTitle, text);
      onSent?.();
    } catch (error) {
      fail(error);
    }
  });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return { ref, problems, outcome, isPending, onSubmit, onFocus: warmUp };
}

interface LeadFormOptions {
  /** Adds values to the fields, or converts fields that are not text. */
  toBody?: (fields: Record<string, unknown>) => Record<string, unknown>;
  sentTitle: string;
  onSent?: () => void;
}

/** A form by which a visitor requests to be contacted. */
export const useLeadForm = (
  kind: LeadKind,
  { toBody = (fields) => fields, sentTitle, onSent }: LeadFormOptions,
): MessageForm =>
  useMessageForm({
    kind: 'lead',
    toBody: (fields) => ({ ...toBody(fields), kind }),
    sentTitle,
    failedTitle: 'Error sending your details',
    onSent,
  });
