import type { StaffMember } from '#common/users/staff.ts';
import { changeStaff } from '#common/users/staff-api.ts';
import type { StaffRole } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';

/** A pending change to a staff member: their role, or whether they may sign in. */
export type StaffChange = { member: StaffMember } & ({ role: StaffRole } | { isDisabled: boolean });

interface ChangeDialogProps {
  change: StaffChange;
  onClose: () => void;
  onChanged: (member: StaffMember) => void;
  /** Called when no answer says whether it was changed. */
  onUnsure: () => void;
}

/** Confirms a change of a staff member's role or access. */
export function ChangeDialog({ change, onClose, onChanged, onUnsure }: ChangeDialogProps) {
  const { title, text, button, done } = textOf(change);
  return (
    <OutcomeDialog
      title={title}
      text={text}
      button={button}
      done={done}
      onUnsure={onUnsure}
      act={async () => {
        const { member, ...patch } = change;
        onChanged(await call(changeStaff, { userId: member.id, ...patch }));
        return [];
      }}
      onClose={onClose}
    />
  );
}

interface ChangeTexts {
  title: string;
  text: string;
  button: string;
  done: string;
}

function textOf(change: StaffChange): ChangeTexts {
  const { name, state } = change.member;
  if ('role' in change) {
    return change.role === 'admin'
      ? {
          title: `Make ${name} an admin?`,
          text: 'Admins also manage money, pricing and people, and see the log.',
          button: 'Make admin',
          done: `${name} is now an admin`,
        }
      : {
          title: `Make ${name} a dispatcher?`,
          text: 'Dispatchers run rides, drivers and the inbox. They lose access to money, pricing, people and the log at once.',
          button: 'Make dispatcher',
          done: `${name} is now a dispatcher`,
        };
  }
  if (!change.isDisabled) {
    return {
      title: `Enable ${name}?`,
      text: 'They can sign in again, with the role they had.',
      button: 'Enable',
      done: `${name} can sign in again`,
    };
  }
  return state === 'invited'
    ? {
        title: `Withdraw ${name}’s invitation?`,
        text: 'The link in their email stops working.',
        button: 'Withdraw',
        done: `${name} is no longer invited`,
      }
    : {
        title: `Disable ${name}?`,
        text: 'They lose access at their next click and can’t sign in until someone enables them. What they did stays in the log.',
        button: 'Disable',
        done: `${name} is disabled`,
      };
}
