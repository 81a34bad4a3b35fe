import { type FormEvent, useState } from 'react';
import { INVITATION_LASTS } from '#common/users/link-lifetimes.ts';
import { inviteStaffSchema, type StaffMember } from '#common/users/staff.ts';
import { inviteStaff } from '#common/users/staff-api.ts';
import type { StaffRole } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (member: StaffMember) => void;
}

const ROLES = [
  { value: 'dispatcher', label: 'Dispatcher' },
  { value: 'admin', label: 'Admin' },
] as const;

/** Invites a dispatcher or an admin by email. Input is kept when the request is rejected. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [role, setRole] = useState<StaffRole>('dispatcher');
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = inviteStaffSchema.safeParse({ ...entries, role });
    if (!parsed.success) return setErrors(fieldErrors(parsed.error.issues));
    setErrors({});
    try {
      const member = await call(inviteStaff, parsed.data);
      toast.success('Invitation sent', `${member.name} chooses a password with the link in the email.`);
      onInvited(member);
    } catch (error) {
      setErrors(refusalOf(error));
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
      title="Invite someone"
      description={`The link in their email works once, for ${INVITATION_LASTS.text}.`}
    >
      <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
        <Field label="Name" error={errors.name}>
          {(control) => <TextInput {...control} name="name" autoComplete="off" />}
        </Field>
        <Field label="Email address" error={errors.email}>
          {(control) => (
            <TextInput {...control} name="email" type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
        <div className="grid gap-1.5">
          <p aria-hidden className="text-14 font-medium">
            Role
          </p>
          <SegmentedControl label="Role" look="strip" options={ROLES} value={role} onChange={setRole} />
        </div>
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Sending...">
          Send invitation
        </Button>
      </form>
    </Dialog>
  );
}

/** Maps an error to its field, or to the email field if it names none. */
function refusalOf(error: unknown): FieldErrors {
  const byField = error instanceof ApiError ? fieldErrors(error.issues) : {};
  if (Object.keys(byField).length > 0) return byField;
  return { email: messageOf(error, NO_ANSWER_RETRY) };
}
