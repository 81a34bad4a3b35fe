import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf, NO_ANSWER } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

interface FieldIssue {
  path: string | readonly PropertyKey[];
  message: string;
}

interface StaffFormOptions {
  /** Validates the form before it is sent. */
  check: () => readonly FieldIssue[];
  save: () => Promise<void>;
  /**
   * Called when another user saved first; loads and merges the newest version.
   *
   * @returns a text to show after the error, if any
   */
  onConflict?: () => Promise<string | null>;
  /** Maps codes of errors without a field to the field they belong to. */
  fieldOf?: Readonly<Record<string, string>>;
}

/** State of a form in the console, as `FormPanel` requires it. */
export interface StaffForm {
  ref: RefObject<HTMLFormElement | null>;
  /** Errors by field name; each stays until its field is valid. */
  problems: FieldErrors;
  /** The error of the last attempt, if it belongs to no field. */
  failure: string | null;
  isPending: boolean;
  /** Removes the errors of fields that were filled in other than by typing. */
  forgetProblems: (fields: readonly string[]) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Shown when a save got no reply; the form keeps what was typed. */
export const NOTHING_LOST = `${NO_ANSWER} Nothing is lost; please try again.`;

/** The marked fields that are still invalid, with their current errors. */
export const remainingErrors = (marked: FieldErrors, wrong: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.keys(marked).flatMap((field) => (wrong[field] ? [[field, wrong[field]]] : [])));

/**
 * Validates and saves a form. Errors stay beside their fields until these are valid, and the first invalid
 * field is focused. An error from the server stays until its field, or another one in the same named
 * fieldset, is edited.
 */
export function useStaffForm({ check, save, onConflict, fieldOf = {} }: StaffFormOptions): StaffForm {
  const [problems, setProblems] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** What found the problems of the last attempt. */
  const [last, setLast] = useState<{ by: 'check' | 'server' }>({ by: 'check' });
  const ref = useFocusFirstInvalid(last);

  const refuse = (by: 'check' | 'server', found: FieldErrors) => {
    setProblems(found);
    setLast({ by });
  };

  // A field that was corrected is not marked again before the next attempt.
  const fields = Object.keys(problems);
  if (fields.length > 0 && last.by === 'check') {
    const left = remainingErrors(problems, fieldErrors(check()));
    if (fields.some((field) => left[field] !== problems[field])) setProblems(left);
  }

  useEffect(() => {
    const form = ref.current;
    if (!form || last.by === 'check') return;
    const handleEdit = ({ target }: Event) => setProblems((known) => withoutEdited(known, target));
    form.addEventListener('input', handleEdit);
    form.addEventListener('change', handleEdit);
    return () => {
      form.removeEventListener('input', handleEdit);
      form.removeEventListener('change', handleEdit);
    };
  }, [ref, last]);

  const fail = async (error: unknown) => {
    const refusal = error instanceof ApiError ? error : null;
    const text = messageOf(error, NOTHING_LOST);
    const field = refusal?.code ? fieldOf[refusal.code] : undefined;
    if (field) {
      refuse('server', { [field]: text });
      return;
    }
    // If loading the newest version fails, the next save is rejected again and loads it.
    const more = refusal?.code === 'VERSION_CONFLICT' ? await onConflict?.().catch(() => null) : null;
    refuse('server', fieldErrors(refusal?.issues ?? []));
    setFailure([text, more].filter(Boolean).join(' '));
  };

  const { run, isPending } = useInFlight(async () => {
    setFailure(null);
    const issues = check();
    refuse('check', fieldErrors(issues));
    if (issues.length > 0) return;
    try {
      await save();
    } catch (error) {
      await fail(error);
    }
  });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run();
  };

  const forgetProblems = (filled: readonly string[]) =>
    setProblems((known) =>
      Object.fromEntries(Object.entries(known).filter(([field]) => !filled.includes(field))),
    );

  return { ref, problems, failure, isPending, forgetProblems, onSubmit };
}

/** Removes the errors of the edited field by its name, or those of its row by the name of the fieldset. */
function withoutEdited(problems: FieldErrors, edited: EventTarget | null): FieldErrors {
  if (!(edited instanceof Element)) return problems;
  const name = edited.getAttribute('name') || edited.closest('fieldset')?.name;
  const fields = Object.entries(problems);
  const left = fields.filter(([field]) => field !== name && !field.startsWith(`${name}.`));
  return left.length === fields.length ? problems : Object.fromEntries(left);
}
