import { type FormEvent, useState } from 'react';
import { changePasswordSchema } from '#common/users/account.ts';
import { PASSWORD_MIN, type User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { changePassword } from './account-actions.ts';

interface ChangePasswordDialogProps {
  user: User;
  isOpen: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** The form to change a password, given the current one. Input stays after a refusal. Import it lazily. */
export function ChangePasswordDialog({ user, isOpen, onClose, onChanged }: ChangePasswordDialogProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = changePasswordSchema.safeParse({ ...entries, role: user.role });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    try {
      await changePassword(parsed.data);
      toast.success('Password changed', 'All other devices are signed out.');
      onChanged();
    } catch (error) {
      const message = messageOf(error, 'Your password was not changed. Please try again.');
      const named = error instanceof ApiError ? fieldErrors(error.issues) : {};
      setErrors(Object.keys(named).length > 0 ? named : { currentPassword: message });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Change password" isClosable={!isPending}>
      <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {/* For password managers, which store user name and password together. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <Field label="Current password" error={errors.currentPassword}>
          {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
        </Field>
        <Field label="New password" error={errors.password} hint={`At least ${PASSWORD_MIN} characters`}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
        </Field>
        {user.role === 'driver' && (
          <p className="text-14 text-ink-2">
            A new password also ends your calendar address and your tracking app identifier. You can get new
            ones where you got these.
          </p>
        )}
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Changing...">
          Change password
        </Button>
      </form>
    </Dialog>
  );
}
