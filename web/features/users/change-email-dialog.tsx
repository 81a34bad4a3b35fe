import { type FormEvent, useState } from 'react';
import { changeEmailSchema } from '#common/users/account.ts';
import { EMAIL_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { changeEmail } from './email-actions.ts';

interface ChangeEmailDialogProps {
  user: User;
  isOpen: boolean;
  onClose: () => void;
}

/** The form for a new sign-in address, then the next steps. Input stays after a refusal. */
export function ChangeEmailDialog({ user, isOpen, onClose }: ChangeEmailDialogProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={sentTo ? 'Look into your mailbox' : 'Change email address'}
      isClosable={!isPending}
    >
      {sentTo ? (
        <div className="grid gap-5">
          <p role="status" className="wrap-anywhere">
            {`A link is on its way to ${sentTo}. Your address changes once you use it, within ${EMAIL_LINK_LASTS.text}.`}
          </p>
          <RouteLine />
          <Button size={52} onClick={onClose}>
            Done
          </Button>
        </div>
      ) : (
        <ChangeEmailForm user={user} onSent={setSentTo} onPending={setIsPending} />
      )}
    </Dialog>
  );
}

interface ChangeEmailFormProps {
  user: User;
  onSent: (email: string) => void;
  onPending: (isPending: boolean) => void;
}

function ChangeEmailForm({ user, onSent, onPending }: ChangeEmailFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = changeEmailSchema.safeParse({ ...entries, role: user.role });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    onPending(true);
    try {
      await changeEmail(parsed.data);
      onSent(parsed.data.email);
    } catch (error) {
      const message = messageOf(error, 'Your address was not changed. Please try again.');
      const named = error instanceof ApiError ? fieldErrors(error.issues) : {};
      setErrors(Object.keys(named).length > 0 ? named : { email: message });
    } finally {
      onPending(false);
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
      <Field
        label="New email address"
        error={errors.email}
        hint="We email a link to it, and notify your current address."
      >
        {(control) => (
          <TextInput {...control} name="email" type="email" inputMode="email" autoComplete="off" />
        )}
      </Field>
      <Field label="Current password" error={errors.currentPassword}>
        {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
      </Field>
      <Button type="submit" size={52} isPending={isPending} pendingLabel="Sending the link...">
        Send the link
      </Button>
    </form>
  );
}
