import { resetFactors } from '#common/users/staff-api.ts';
import { call } from '#web/lib/call.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';

interface RemoveFactorsDialogProps {
  /** A staff member or a driver. */
  person: { id: string; name: string };
  /** Called after they were removed. */
  onRemoved?: () => void;
  onClose: () => void;
}

/** Confirms removing the passkeys and authenticator app of a user who has lost them. */
export const RemoveFactorsDialog = ({ person, onRemoved, onClose }: RemoveFactorsDialogProps) => (
  <OutcomeDialog
    title={`Remove passkeys and app of ${person.name}?`}
    text="For somebody who has lost their telephone. They are signed out everywhere and told by email; with their password they sign in and set up a passkey or an app anew."
    button="Remove"
    done={`${person.name} can set up a passkey or an app anew`}
    act={async () => {
      await call(resetFactors, { userId: person.id });
      onRemoved?.();
      return [];
    }}
    onClose={onClose}
  />
);
