import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { droppedEditsMessage } from './use-merged-draft.ts';

/** Why a form was not saved: errors by field, or a change that somebody else saved first. */
export interface EditRefusal<Stored> {
  problems?: FieldErrors;
  conflict?: {
    message: string;
    /** The newest version, to be merged; null if it could not be loaded or no longer exists. */
    newest: Stored | null;
  };
}

interface RefusedForm<Stored> {
  /** What the form edits; null for a new object. */
  known: Stored | null;
  /** Whether the form is still open. */
  isOpen: () => boolean;
  /** Loads the list again. @returns its objects; null if it could not be loaded */
  reload: () => Promise<readonly Stored[] | null>;
  /** Where a conflict of a new object with an existing one is shown; in a toast if undefined. */
  fieldOfNew?: string;
}

/**
 * Handles the error of a save in a form beside a list, which somebody else may have changed meanwhile. After
 * a conflict, the list is loaded again.
 *
 * @returns what the form shows while it is still open: errors by field, or the newest version after a
 * conflict; null if the error is shown in a toast
 */
export async function refuseEdit<Stored extends { id: string }>(
  error: unknown,
  { known, isOpen, reload, fieldOfNew }: RefusedForm<Stored>,
): Promise<EditRefusal<Stored> | null> {
  const problems = error instanceof ApiError ? fieldErrors(error.issues) : {};
  if (Object.keys(problems).length > 0 && isOpen()) return { problems };
  if (error instanceof ApiError && error.status === 409) {
    const message = messageOf(error, NO_ANSWER_RETRY);
    const stored = await reload();
    if (!known && fieldOfNew && isOpen()) return { problems: { [fieldOfNew]: message } };
    if (known && isOpen()) {
      return { conflict: { message, newest: stored?.find(({ id }) => id === known.id) ?? null } };
    }
  }
  toastFailure('Not saved', error);
  return null;
}

interface SaveOrEndOptions<Schema extends z.ZodMiniType, Stored> {
  /** What the form edits, as it is merged with; null for a new object. */
  stored: Stored | null;
  /** Checks what was typed before it is sent. */
  schema: Schema;
  typed: unknown;
  /** Merges the newest version into the form. @returns the names of the fields whose edits were dropped */
  merge: (newest: Stored) => string[];
  onSave: (typed: z.output<Schema>, stored: Stored | null) => Promise<EditRefusal<Stored> | null>;
  onEnd: (stored: Stored) => Promise<EditRefusal<Stored> | null>;
}

/**
 * State of a form that saves or ends an object, and shows what `refuseEdit` returns: errors beside their
 * fields, or a message after the newest version was merged.
 */
export function useSaveOrEnd<Schema extends z.ZodMiniType, Stored>({
  stored,
  schema,
  typed,
  merge,
  onSave,
  onEnd,
}: SaveOrEndOptions<Schema, Stored>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useFocusFirstInvalid(errors);

  const show = (refusal: EditRefusal<Stored> | null) => {
    setErrors(refusal?.problems ?? {});
    if (!refusal?.conflict) return;
    const { message, newest } = refusal.conflict;
    setFailure([message, newest && droppedEditsMessage(merge(newest))].filter(Boolean).join(' '));
  };
  const saving = useInFlight(async () => {
    setFailure(null);
    const parsed = schema.safeParse(typed);
    show(parsed.success ? await onSave(parsed.data, stored) : { problems: fieldErrors(parsed.error.issues) });
  });
  const ending = useInFlight(async () => {
    setFailure(null);
    if (stored) show(await onEnd(stored));
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saving.run();
  };

  return { form, errors, failure, saving, ending, handleSubmit };
}
