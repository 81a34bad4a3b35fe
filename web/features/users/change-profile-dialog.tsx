import { type ComponentProps, type FormEvent, useState } from 'react';
import { changeProfileSchema } from '#common/users/account.ts';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { changeProfile } from './account-actions.ts';

/** The fields of a profile that its user may change. */
export type ProfileField = 'name' | 'phone';

interface FieldParts {
  title: string;
  label: string;
  input: ComponentProps<'input'>;
  done: string;
  failure: string;
}

const FIELDS: Readonly<Record<ProfileField, FieldParts>> = {
  name: {
    title: 'Change name',
    label: 'Full name',
    input: { autoComplete: 'name' },
    done: 'Name changed',
    failure: 'We couldn’t change your name. Please try again.',
  },
  phone: {
    title: 'Change phone number',
    label: 'Phone number',
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    done: 'Phone number changed',
    failure: 'We couldn’t change your phone number. Please try again.',
  },
};

/** Says where a change takes effect. */
function effectOf({ role }: User): string {
  if (role === 'rider') return 'New bookings use it.';
  return role === 'driver' ? 'Dispatch calls this number.' : 'It appears with what you do from now on.';
}

interface ChangeProfileDialogProps {
  user: User;
  field: ProfileField;
  onClose: () => void;
}

/** The form for a new name or phone number. Input stays after a refusal. */
export function ChangeProfileDialog({ user, field, onClose }: ChangeProfileDialogProps) {
  const { title, label, input, done, failure } = FIELDS[field];
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = changeProfileSchema.safeParse({ ...entries, role: user.role });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    try {
      await changeProfile(parsed.data);
      toast.success(done, effectOf(user));
      onClose();
    } catch (error) {
      const named = error instanceof ApiError ? fieldErrors(error.issues)[field] : undefined;
      setErrors({ [field]: named ?? messageOf(error, failure) });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <Dialog isOpen onClose={onClose} title={title} isClosable={!isPending}>
      <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
        <Field label={label} isOptional={field === 'phone' && user.role === 'rider'} error={errors[field]}>
          {(control) => <TextInput {...control} {...input} name={field} defaultValue={user[field] ?? ''} />}
        </Field>
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
