import { type FormEvent, useState } from 'react';
import { changeStaffSchema, type StaffMember } from '#common/users/staff.ts';
import { changeStaff } from '#common/users/staff-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

interface NameDialogProps {
  member: StaffMember;
  onClose: () => void;
  onChanged: (member: StaffMember) => void;
}

/** Renames a staff member. Input is kept when the request is rejected. */
export function NameDialog({ member, onClose, onChanged }: NameDialogProps) {
  // The name when the dialog was opened: `member` changes shortly before the dialog closes.
  const [{ id: userId, name: former }] = useState(member);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = changeStaffSchema.safeParse(entries);
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    try {
      const changed = await call(changeStaff, { userId, ...parsed.data });
      toast.success('Name changed', `${changed.name}, formerly ${former}`);
      onChanged(changed);
    } catch (error) {
      const named = error instanceof ApiError ? fieldErrors(error.issues).name : undefined;
      setErrors({ name: named ?? messageOf(error, NO_ANSWER_RETRY) });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Change ${former}’s name`}
      description="It appears with what they do from now on. What they did keeps the old one."
    >
      <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
        <Field label="Name" error={errors.name}>
          {(control) => <TextInput {...control} name="name" autoComplete="off" defaultValue={former} />}
        </Field>
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
