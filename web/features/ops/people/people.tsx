import { useState } from 'react';
import type { StaffMember } from '#common/users/staff.ts';
import { listStaff, reinviteStaff } from '#common/users/staff-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { RemoveFactorsDialog } from '../remove-factors-dialog.tsx';
import { ChangeDialog, type StaffChange } from './change-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PEOPLE_COLUMNS, PeopleTable } from './people-table.tsx';
import { PersonDataDialog } from './person-data.tsx';

const load = (signal: AbortSignal) => call(listStaff, {}, { signal });

/** Dispatchers and admins: list, invitations and roles. `ownId` is the signed-in admin. */
export function People({ ownId }: { ownId: string }) {
  const { state, reload, change } = useLoaded(load);
  const [isInviting, setIsInviting] = useState(false);
  const [withoutPhone, setWithoutPhone] = useState<StaffMember | null>(null);
  const [asked, setAsked] = useState<StaffMember | null>(null);
  const [renaming, setRenaming] = useState<StaffMember | null>(null);
  const [pending, setPending] = useState<StaffChange | null>(null);

  const receive = (member: StaffMember) =>
    change((people) => {
      const isKnown = people.some(({ id }) => id === member.id);
      return isKnown ? people.map((each) => (each.id === member.id ? member : each)) : [...people, member];
    });

  const { run: sendAgain } = useInFlight(async ({ id, name, email }: StaffMember) => {
    try {
      receive(await call(reinviteStaff, { userId: id }));
      toast.success(
        'Invitation sent again',
        `A new link is on its way to ${email}. The old one no longer works.`,
      );
    } catch (error) {
      toastFailure('Not sent', error, `We couldn’t invite ${name} again. Please try again.`);
      void reload();
    }
  });

  return (
    <>
      <OpsHeader
        title="People"
        note="Dispatchers run rides, drivers and the inbox; admins also money, pricing and people."
      >
        <Button className={OPS_CONTROL} onClick={() => setIsInviting(true)}>
          Invite someone
        </Button>
      </OpsHeader>
      {state.phase === 'loading' && <OpsTableSkeleton label="Loading people..." titles={PEOPLE_COLUMNS} />}
      {state.phase === 'failed' && (
        <FailedState title="We couldn’t load people" text={messageOf(state.error)} onRetry={reload} />
      )}
      {state.phase === 'loaded' && (
        <PeopleTable
          people={state.value}
          ownId={ownId}
          onChange={setPending}
          onRename={setRenaming}
          onSendAgain={sendAgain}
          onRemoveFactors={setWithoutPhone}
          onData={setAsked}
        />
      )}
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={(member) => {
            setIsInviting(false);
            receive(member);
          }}
        />
      )}
      {renaming && (
        <NameDialog
          member={renaming}
          onClose={() => setRenaming(null)}
          onChanged={(member) => {
            setRenaming(null);
            receive(member);
          }}
        />
      )}
      {withoutPhone && (
        <RemoveFactorsDialog person={withoutPhone} onRemoved={reload} onClose={() => setWithoutPhone(null)} />
      )}
      {asked && (
        <PersonDataDialog
          person={asked}
          onClose={() => setAsked(null)}
          onDeleted={() => change((people) => people.filter(({ id }) => id !== asked.id))}
        />
      )}
      {pending && (
        <ChangeDialog
          change={pending}
          onClose={() => setPending(null)}
          onUnsure={() => void reload()}
          onChanged={(member) => {
            setPending(null);
            receive(member);
          }}
        />
      )}
    </>
  );
}
