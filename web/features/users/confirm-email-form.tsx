import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { type EmailLink, type OpenedEmailLink, spendEmailLinkSchema } from '#common/users/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { spendEmailLink } from './email-actions.ts';

interface ConfirmEmailFormProps {
  token: string;
  link: OpenedEmailLink;
  onDone: (link: EmailLink) => void;
  /** Handles a refusal that the form does not show itself. @returns whether it was handled */
  onRefused: (error: ApiError) => boolean;
}

/**
 * Uses the link of a mail about an email address: by a button for the user signed in to the account here;
 * other users must also enter its password.
 */
export function ConfirmEmailForm({ token, link, onDone, onRefused }: ConfirmEmailFormProps) {
  const { email, isChange, needsPassword } = link;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const form = useFocusFirstInvalid(errors);
  const [isPasswordRequired, setIsPasswordRequired] = useState(needsPassword === true);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = spendEmailLinkSchema.safeParse({ ...entries, token });
    setErrors(fieldErrors(parsed.error?.issues ?? []));
    setProblem(null);
    if (!parsed.success) return;
    try {
      onDone(await spendEmailLink(parsed.data));
    } catch (error) {
      const named = error instanceof ApiError ? fieldErrors(error.issues) : {};
      if (named.password) {
        // The user may have been signed out since the link was read.
        setIsPasswordRequired(true);
        return setErrors(named);
      }
      if (error instanceof ApiError && onRefused(error)) return;
      setProblem(messageOf(error, 'Your address was not confirmed. Please try again.'));
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
      {isPasswordRequired && (
        <>
          {/* For password managers. A changed address is omitted, because they know the account by the
              previous one. */}
          {!isChange && <input type="hidden" name="username" autoComplete="username" value={email} />}
          <Field
            label="Password"
            error={errors.password}
            hint={`You are not signed in here. Please enter the password of the account${isChange ? ' that will use this address' : ''}.`}
          >
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
          </Field>
        </>
      )}
      <Button type="submit" size={52} className="w-full" isPending={isPending} pendingLabel="Confirming...">
        {isChange ? 'Use this address' : 'Confirm this address'}
      </Button>
      {problem && (
        <p role="alert" className="text-center text-14 text-danger">
          {problem}
        </p>
      )}
      <p className="text-center text-14 text-pretty text-ink-2">
        {isChange
          ? 'You then sign in with it. All other browsers are signed out.'
          : 'Didn’t create an account? Close this page, and nothing is confirmed.'}
        {isPasswordRequired && !isChange && (
          <>
            {' To keep the account, or if you don’t know its password, '}
            <Link to="/reset-password" className="font-medium text-gold-ink underline">
              choose a new one
            </Link>
            .
          </>
        )}
      </p>
    </form>
  );
}
