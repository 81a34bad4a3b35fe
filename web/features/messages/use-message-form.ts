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
  /** Values without a field of their own: a kind, a number. */
  toBody?: (fields: Record<string, unknown>) => unknown;
  /** Titles of the toasts (specification section 8). */
  sentTitle: string;
  failedTitle: string;
  onSent?: () => void;
}

/** The outcome of the last attempt; stays when its toast is gone. */
export interface Outcome {
  kind: 'sent' | 'failed';
  text: string;
}

/** A form that sends a message, as its parts need it. */
export interface MessageForm {
  ref: RefObject<HTMLFormElement | null>;
  /** By the name of the field. */
  problems: FieldErrors;
  outcome: Outcome | null;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Somebody has come to the form. */
  onFocus: () => void;
}

/** The rules and the call, whose code comes when somebody begins to fill in a form. */
const loadDelivery = () => import('./send-message.ts');

const warmUp = () => void loadDelivery().catch(() => {});

/**
 * Validates a form and sends it. Errors are shown in a toast and beside the fields, and the first of them is
 * focused; input stays until it is sent, then the form is reset.
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
  /** Added to the fields, or read from them where they are more than text. */
  toBody?: (fields: Record<string, unknown>) => Record<string, unknown>;
  sentTitle: string;
  onSent?: () => void;
}

/** A form by which a visitor asks to be written back about something. */
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
