import { type FormEvent, type RefObject, useState } from 'react';
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
  /** By the name of the field. */
  problems: FieldErrors;
  /** Why it was not saved, where no field says so. */
  failure: string | null;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

const NO_ANSWER = "The server didn't answer. Nothing is lost; please try again.";

/** Checks and saves a form. Errors stand beside their fields, and the first of them is focused. */
export function useStaffForm({ check, save, onConflict, fieldOf = {} }: StaffFormOptions): StaffForm {
  const [problems, setProblems] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const ref = useFocusFirstInvalid(problems);

  const fail = async (error: unknown) => {
    const refusal = error instanceof ApiError ? error : null;
    const text = messageOf(error, NO_ANSWER);
    const field = refusal?.code ? fieldOf[refusal.code] : undefined;
    if (field) {
      setProblems({ [field]: text });
      return;
    }
    // What could not be read is refused, and read, with the next save.
    const more = refusal?.code === 'VERSION_CONFLICT' ? await onConflict?.().catch(() => null) : null;
    setProblems(fieldErrors(refusal?.issues ?? []));
    setFailure([text, more].filter(Boolean).join(' '));
  };

  const { run, isPending } = useInFlight(async () => {
    setFailure(null);
    const issues = check();
    setProblems(fieldErrors(issues));
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
