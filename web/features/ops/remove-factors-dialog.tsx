import { resetFactors } from '#common/users/staff-api.ts';
import { call } from '#web/lib/call.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';

interface RemoveFactorsDialogProps {
  /** One of the staff, or a driver. */
  person: { id: string; name: string };
  /** After they were removed. */
  onRemoved?: () => void;
  onClose: () => void;
}

/** Asks before passkeys and authenticator app of somebody who has lost them are removed. */
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
