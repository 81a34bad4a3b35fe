import { type FormEvent, useState } from 'react';
import { acceptInvitationSchema, type Invitation } from '#common/users/staff.ts';
import { PASSWORD_MIN } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { ActingRole } from './session-store.ts';
import { SharedBrowserPrompt, useSharedBrowserPrompt } from './shared-browser-prompt.tsx';

interface InvitationFormProps {
  token: string;
  invitation: Invitation;
  onAccepted: (role: ActingRole) => void;
  /** Called when the link stopped working meanwhile. */
  onSpent: (message: string) => void;
}

/** The form that sets an invited user's password. Input stays after a refusal. */
export function InvitationForm({ token, invitation, onAccepted, onSpent }: InvitationFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);
  const beside = useSharedBrowserPrompt();

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = acceptInvitationSchema.safeParse(entries);
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    try {
      onAccepted(await acceptInvitation(token, parsed.data, invitation.email));
    } catch (error) {
      if (beside.ask(error, () => void run({ ...entries, beside: true }))) return;
      const message = messageOf(error, 'Your password was not set. Please try again.');
      if (error instanceof ApiError && error.code === 'INVITATION_SPENT') onSpent(message);
      else setErrors({ password: message, ...(error instanceof ApiError && fieldErrors(error.issues)) });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} onInput={beside.dismiss} className="grid gap-5">
      {/* For password managers, which store user name and password together. */}
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
      <Field label="Password" error={errors.password} hint={`At least ${PASSWORD_MIN} characters.`}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
      </Field>
      {beside.question ? (
        <SharedBrowserPrompt question={beside.question} isPending={isPending} onDismiss={beside.dismiss} />
      ) : (
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Setting your password...">
          Set password and sign in
        </Button>
      )}
    </form>
  );
}
