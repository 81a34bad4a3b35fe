import { type FormEvent, useState } from 'react';
import { resetPasswordSchema } from '#common/users/account.ts';
import { PASSWORD_MIN } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { resetPassword } from './account-actions.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { type ActingRole, useSessionStore } from './session-store.ts';
import { SharedBrowserPrompt, useSharedBrowserPrompt } from './shared-browser-prompt.tsx';

interface ResetPasswordFormProps {
  token: string;
  email: string;
  onReset: (role: ActingRole) => void;
  /** Called when the link stopped working meanwhile. */
  onSpent: () => void;
  /** Called when the password is set, but the account also requires a code. */
  onHalfSignedIn: () => void;
}

/**
 * The form for a new password by a mailed link. Input stays after a refusal. If the account also requires a
 * passkey, that is the next step.
 */
export function ResetPasswordForm({
  token,
  email,
  onReset,
  onSpent,
  onHalfSignedIn,
}: ResetPasswordFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPasskeyLeft, setIsPasskeyLeft] = useState(false);
  const form = useFocusFirstInvalid(errors);
  const beside = useSharedBrowserPrompt();

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = resetPasswordSchema.safeParse({ ...entries, token });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    try {
      onReset(await resetPassword(parsed.data, email));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'LINK_SPENT') return onSpent();
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return onHalfSignedIn();
      if (error instanceof ApiError && error.code === 'PASSKEY_REQUIRED') return setIsPasskeyLeft(true);
      if (beside.ask(error, () => void run({ ...entries, beside: true }))) return;
      const message = messageOf(error, 'Your password was not changed. Please try again.');
      setErrors({ password: message, ...(error instanceof ApiError && fieldErrors(error.issues)) });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  if (isPasskeyLeft) return <PasskeyStep onSignedIn={() => onReset(useSessionStore.getState().activeRole)} />;
  return (
    <form ref={form} noValidate onSubmit={handleSubmit} onInput={beside.dismiss} className="grid gap-5">
      {/* For password managers, which store user name and password together. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label="New password" error={errors.password} hint={`At least ${PASSWORD_MIN} characters`}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
      </Field>
      <p className="text-14 text-ink-2">All other devices are signed out.</p>
      {beside.question ? (
        <SharedBrowserPrompt question={beside.question} isPending={isPending} onDismiss={beside.dismiss} />
      ) : (
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Saving...">
          Save and sign in
        </Button>
      )}
    </form>
  );
}

/** Shown after the password is set, for accounts whose only second factor is a passkey. */
const PasskeyStep = ({ onSignedIn }: { onSignedIn: () => void }) => (
  <div role="status" className="grid gap-3">
    <h2 className="display text-28">Your password is saved</h2>
    <p className="mb-2 text-ink-2">
      A password alone does not sign you in. Use a device that has your passkey.
    </p>
    <PasskeySignIn place="after" onSignedIn={onSignedIn} />
    <ButtonLink to="/sign-in" variant="quiet" className="text-14!">
      Back to sign in
    </ButtonLink>
  </div>
);
