import clsx from 'clsx';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { formatDayTime } from '#common/format-date-time.ts';
import type { StaffMember } from '#common/users/staff.ts';
import { type StaffRole, staffRoleSchema } from '#common/users/user.ts';
import { Initials } from '#web/components/ui/initials.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { OpsTable } from '../ops-table.tsx';
import type { StaffChange } from './change-dialog.tsx';

/** Titles of the table's columns. */
export const PEOPLE_COLUMNS = ['Name', 'Email', 'Role', 'State', 'Actions'] as const;

interface PeopleTableProps {
  people: readonly StaffMember[];
  /** The signed-in admin, who cannot change their own role or access. */
  ownId: string;
  onChange: (change: StaffChange) => void;
  onRename: (member: StaffMember) => void;
  onSendAgain: (member: StaffMember) => void;
  onRemoveFactors: (member: StaffMember) => void;
  /** Called to export or delete a person's data. */
  onData: (member: StaffMember) => void;
}

/** Table of the staff. */
export function PeopleTable({ people, ownId, ...handlers }: PeopleTableProps) {
  const [name, email, role, state, actions] = PEOPLE_COLUMNS;
  const rowProps = (member: StaffMember) => ({ member, isOwn: member.id === ownId, ...handlers });
  return (
    <OpsTable
      caption="Dispatchers and admins"
      rows={people}
      rowKey={({ id }) => id}
      columns={[
        { title: name, cell: (member) => <Name {...rowProps(member)} />, className: 'lg:w-[26%]' },
        {
          title: email,
          cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
          className: 'text-ink-2 lg:align-middle max-lg:col-start-1',
        },
        {
          title: role,
          cell: (member) => <RoleCell {...rowProps(member)} />,
          className: 'lg:w-40 lg:align-middle max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end',
        },
        {
          title: state,
          cell: (member) => <State member={member} />,
          className: 'lg:w-[28%] lg:align-middle max-lg:col-span-2 max-lg:row-start-3',
        },
        {
          title: actions,
          cell: (member) => <Actions {...rowProps(member)} />,
          className: 'text-right lg:align-middle max-lg:col-start-2 max-lg:row-start-2',
        },
      ]}
    />
  );
}

interface RowProps {
  member: StaffMember;
  isOwn: boolean;
  onChange: (change: StaffChange) => void;
  onRename: (member: StaffMember) => void;
  onSendAgain: (member: StaffMember) => void;
  onRemoveFactors: (member: StaffMember) => void;
  onData: (member: StaffMember) => void;
}

const Name = ({ member: { name, state }, isOwn }: RowProps) => (
  <span className="flex items-center gap-3 font-medium">
    {state === 'invited' ? (
      <span aria-hidden className="size-8 shrink-0 rounded-full border border-control border-dashed" />
    ) : (
      <Initials name={name} size={32} />
    )}
    <span className={clsx('wrap-anywhere', state !== 'active' && 'text-ink-2')}>{name}</span>
    {isOwn && <span className="text-12 text-ink-2">You</span>}
  </span>
);

const ROLE_NAMES: Readonly<Record<StaffRole, string>> = { dispatcher: 'Dispatcher', admin: 'Admin' };

const TRIGGER =
  'inline-flex min-h-11 items-center gap-1.5 rounded-item px-2 lg:-mx-2 max-lg:-mr-2 hover:bg-sunken xl:pointer-fine:min-h-8';
const ITEM = 'block min-h-11 w-full rounded-item px-3 text-left text-14 hover:bg-sunken';

function RoleCell({ member, isOwn, onChange }: RowProps) {
  if (isOwn || member.state === 'disabled')
    return <span className="text-ink-2">{ROLE_NAMES[member.role]}</span>;
  const others = staffRoleSchema.options.filter((role) => role !== member.role);
  return (
    <Popover
      label={`Role of ${member.name}: ${ROLE_NAMES[member.role]}`}
      triggerClass={TRIGGER}
      panelClass="w-52 p-2"
      trigger={
        <>
          {ROLE_NAMES[member.role]}
          <ChevronDown aria-hidden size={16} className="chevron text-ink-2" />
        </>
      }
    >
      {others.map((role) => (
        <button key={role} type="button" className={ITEM} onClick={() => onChange({ member, role })}>
          Make {ROLE_NAMES[role]}
        </button>
      ))}
    </Popover>
  );
}

function State({ member: { state, invitedUntil, isFactorMissing } }: { member: StaffMember }) {
  const now = useNow();
  if (state === 'active' && isFactorMissing)
    return <StatusDot tone="warn">Active, no second factor yet</StatusDot>;
  if (state === 'active') return <StatusDot tone="ok">Active</StatusDot>;
  if (state === 'disabled') return <StatusDot tone="muted">Disabled</StatusDot>;
  const until = invitedUntil === null ? null : new Date(invitedUntil);
  if (!until || until <= now) return <StatusDot tone="warn">Invited, the link has expired</StatusDot>;
  return <StatusDot tone="gold">{`Invited, until ${formatDayTime(until, now)}`}</StatusDot>;
}

function Actions({ member, isOwn, onChange, onRename, onSendAgain, onRemoveFactors, onData }: RowProps) {
  const { state, name } = member;
  if (isOwn) return null;
  if (state === 'disabled') {
    return (
      <TextButton label={`Enable ${name}`} onClick={() => onChange({ member, isDisabled: false })}>
        Enable
      </TextButton>
    );
  }
  return (
    <span className="inline-flex items-center gap-4">
      {state === 'invited' && (
        <TextButton label={`Send again to ${name}`} onClick={() => onSendAgain(member)}>
          Send again
        </TextButton>
      )}
      <Popover
        label={`More about ${name}`}
        align="right"
        triggerClass="grid size-11 place-items-center rounded-item hover:bg-sunken max-lg:-mr-2 xl:pointer-fine:size-8"
        panelClass="w-52 p-2"
        trigger={<Ellipsis aria-hidden size={18} />}
      >
        <button type="button" className={ITEM} onClick={() => onRename(member)}>
          Change name
        </button>
        <button type="button" className={ITEM} onClick={() => onChange({ member, isDisabled: true })}>
          {state === 'invited' ? 'Withdraw the invitation' : 'Disable'}
        </button>
        {state === 'active' && (
          <button type="button" className={ITEM} onClick={() => onRemoveFactors(member)}>
            Remove passkeys and app
          </button>
        )}
        <button type="button" className={ITEM} onClick={() => onData(member)}>
          Data
        </button>
      </Popover>
    </span>
  );
}

interface TextButtonProps {
  label: string;
  onClick: () => void;
  children: string;
}

const TextButton = ({ label, onClick, children }: TextButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="min-h-11 font-semibold text-gold-ink hover:underline xl:pointer-fine:min-h-8"
  >
    {children}
  </button>
);
