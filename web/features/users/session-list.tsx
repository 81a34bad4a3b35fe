import { Laptop, type LucideIcon, Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import type { UserSession } from '#common/users/account.ts';
import type { Role } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { announce } from '#web/lib/announce.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { endOtherSessions, endSession } from './account-actions.ts';
import { AccountRow } from './account-row.tsx';

interface SessionListProps {
  role: Role;
  sessions: readonly UserSession[];
  /** Called with a function that removes the ended sessions from the current list. */
  onEnded: (leave: (sessions: UserSession[]) => UserSession[]) => void;
}

const iconOf = (device: string): LucideIcon => {
  if (/iPhone|iPad|Android/.test(device)) return Smartphone;
  return /Mac|Chromebook/.test(device) ? Laptop : Monitor;
};

const moment = (iso: string, now: Date): string => {
  const at = new Date(iso);
  return formatDayTimeWithZone(at, now);
};

/** The browsers that are signed in to an account, each with a button to sign it out. */
export function SessionList({ role, sessions, onEnded }: SessionListProps) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const list = useRef<HTMLUListElement>(null);

  /** Keeps these sessions. The pressed button disappears, so the focus moves to the list. */
  const keep = (pressed: Element | null, isKept: (session: UserSession) => boolean) => {
    if (document.activeElement === pressed) list.current?.focus();
    onEnded((listed) => listed.filter(isKept));
  };

  const end = async ({ key, device }: UserSession) => {
    const pressed = document.activeElement;
    try {
      await endSession(role, key);
      announce(`${device} is signed out.`);
      keep(pressed, (session) => session.key !== key);
    } catch (error) {
      toastFailure('Error', error, 'Sign-out failed. Please try again.');
    }
  };
  const endOthers = useInFlight(async () => {
    const pressed = document.activeElement;
    try {
      await endOtherSessions(role);
      announce('All other devices are signed out.');
      keep(pressed, ({ isCurrent }) => isCurrent);
    } catch (error) {
      toastFailure('Error', error, 'Sign-out failed. Please try again.');
    }
  });

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Signed-in devices"
        className="border-line border-t outline-none"
      >
        {sessions.map((session) => (
          <SessionRow key={session.key} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          variant="outline"
          className="mt-4"
          isPending={endOthers.isPending}
          pendingLabel="Signing out..."
          onClick={endOthers.run}
        >
          Sign out everywhere else
        </Button>
      )}
    </>
  );
}

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => Promise<void> }) {
  const now = useNow();
  // Of the row alone: several devices can be signed out at once.
  const { run, isPending } = useInFlight(onEnd);
  const { device, network, signedInAt, seenAt, isCurrent } = session;
  const words = [
    network && `Network ${network}`,
    `signed in ${moment(signedInAt, now)}`,
    isCurrent ? 'active now' : `last seen ${moment(seenAt, now)}`,
  ];

  return (
    <AccountRow isListItem Icon={iconOf(device)} title={device} text={words.filter(Boolean).join(', ')}>
      {isCurrent ? (
        <StatusDot tone="ok">This device</StatusDot>
      ) : (
        <Button
          variant="quiet"
          className="text-14! min-[19.9rem]:-mr-5"
          aria-label={`Sign out ${device}`}
          isPending={isPending}
          onClick={() => void run()}
        >
          Sign out
        </Button>
      )}
    </AccountRow>
  );
}
