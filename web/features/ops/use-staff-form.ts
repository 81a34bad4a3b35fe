import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

interface FieldIssue {
  path: string | readonly PropertyKey[];
  message: string;
}

interface StaffFormOptions {
  /** What is wrong before anything is sent. */
  check: () => readonly FieldIssue[];
  save: () => Promise<void>;
  /** Somebody else changed it first: takes over what it is now. @returns what there is to say of it besides the refusal, if anything */
  onConflict?: () => Promise<string | null>;
  /** The field of a refusal that names none, by its code. */
  fieldOf?: Readonly<Record<string, string>>;
}

/** A form of the console, as its panel needs it. */
export interface StaffForm {
  ref: RefObject<HTMLFormElement | null>;
  /** By the name of the field; each stays until it is right. */
  problems: FieldErrors;
  /** Why it was not saved, where no field says so. */
  failure: string | null;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

const NO_ANSWER = "The server didn't answer. Nothing is lost; please try again.";

/** Of the fields that were marked, those that are wrong still, with what is wrong now. */
export const stillWrong = (marked: FieldErrors, wrong: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.keys(marked).flatMap((field) => (wrong[field] ? [[field, wrong[field]]] : [])));

/**
 * Checks and saves a form. Errors stand beside their fields until these are right, and the first of them is focused. What the server alone
 * knows of a field stands there until it, or something else in its named fieldset, is edited.
 */
export function useStaffForm({ check, save, onConflict, fieldOf = {} }: StaffFormOptions): StaffForm {
  const [problems, setProblems] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** Who found the problems of the last attempt. */
  const [last, setLast] = useState<{ by: 'check' | 'server' }>({ by: 'check' });
  const ref = useFocusFirstInvalid(last);

  const refuse = (by: 'check' | 'server', found: FieldErrors) => {
    setProblems(found);
    setLast({ by });
  };

  // A field is not marked again before the next attempt.
  const fields = Object.keys(problems);
  if (fields.length > 0 && last.by === 'check') {
    const left = stillWrong(problems, fieldErrors(check()));
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
    const text = messageOf(error, NO_ANSWER);
    const field = refusal?.code ? fieldOf[refusal.code] : undefined;
    if (field) {
      refuse('server', { [field]: text });
      return;
    }
    // What could not be read is refused, and read, with the next save.
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

  return { ref, problems, failure, isPending, onSubmit };
}

/** Problems without those of what is edited: of the field by its name, or of the row by that of its fieldset. */
function withoutEdited(problems: FieldErrors, edited: EventTarget | null): FieldErrors {
  if (!(edited instanceof Element)) return problems;
  const name = edited.getAttribute('name') || edited.closest('fieldset')?.name;
  const fields = Object.entries(problems);
  const left = fields.filter(([field]) => field !== name && !field.startsWith(`${name}.`));
  return left.length === fields.length ? problems : Object.fromEntries(left);
}
