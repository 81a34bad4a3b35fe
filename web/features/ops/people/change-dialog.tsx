import { useState } from 'react';
import type { StaffMember } from '#common/users/staff.ts';
import { changeStaff } from '#common/users/staff-api.ts';
import type { StaffRole } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { announce } from '#web/lib/announce.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

/** What is about to be changed about one of the staff: the role, or whether they may sign in. */
export type StaffChange = { member: StaffMember } & ({ role: StaffRole } | { isDisabled: boolean });

interface ChangeDialogProps {
  change: StaffChange;
  onClose: () => void;
  onChanged: (member: StaffMember) => void;
}

/** Asks once more before somebody's role or access changes. A refusal stays in the dialog, in the server's words. */
export function ChangeDialog({ change, onClose, onChanged }: ChangeDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { title, text, button, done } = wordsOf(change);

  const { run, isPending } = useInFlight(async () => {
    const { member, ...patch } = change;
    setRefusal(null);
    try {
      const changed = await call(changeStaff, { userId: member.id, ...patch });
      announce(done);
      onChanged(changed);
    } catch (error) {
      setRefusal(messageOf(error, 'We couldn’t change that. Please try again.'));
    }
  });

  return (
    <Dialog isOpen onClose={onClose} isClosable={!isPending} title={title} description={text}>
      {refusal !== null && (
        <p role="alert" className="mb-4 text-danger">
          {refusal}
        </p>
      )}
      <div className="flex gap-3 max-sm:flex-col sm:justify-end">
        <Button variant="outline" isUnavailable={isPending} onClick={onClose}>
          Leave it
        </Button>
        <Button isPending={isPending} pendingLabel="Saving..." onClick={run}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}

interface Words {
  title: string;
  text: string;
  button: string;
  done: string;
}

function wordsOf(change: StaffChange): Words {
  const { name, state } = change.member;
  if ('role' in change) {
    return change.role === 'admin'
      ? {
          title: `Make ${name} an admin?`,
          text: 'Admins also see money, pricing, people and the log, and may change them.',
          button: 'Make admin',
          done: `${name} is an admin now.`,
        }
      : {
          title: `Make ${name} a dispatcher?`,
          text: 'Dispatchers run rides, drivers and the inbox. Money, pricing, people and the log close for them at once.',
          button: 'Make dispatcher',
          done: `${name} is a dispatcher now.`,
        };
  }
  if (!change.isDisabled) {
    return {
      title: `Enable ${name}?`,
      text: 'They can sign in again, in the role they had.',
      button: 'Enable',
      done: `${name} can sign in again.`,
    };
  }
  return state === 'invited'
    ? {
        title: `Withdraw the invitation of ${name}?`,
        text: 'The link in their mail stops working.',
        button: 'Withdraw',
        done: `${name} is no longer invited.`,
      }
    : {
        title: `Disable ${name}?`,
        text: 'They are out with their next press, and can’t sign in until somebody enables them. What they did stays in the log.',
        button: 'Disable',
        done: `${name} is disabled.`,
      };
}
