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
    title={`Remove ${person.name}’s passkeys and app?`}
    text="For someone who has lost their phone. They are signed out everywhere and told by email; they sign in with their password and set up a new passkey or app."
    button="Remove"
    done={`${person.name} can set up a new passkey or app`}
    act={async () => {
      await call(resetFactors, { userId: person.id });
      onRemoved?.();
      return [];
    }}
    onClose={onClose}
  />
);
