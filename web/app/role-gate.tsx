import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { useSwitchRole } from '#web/features/users/account-control.tsx';
import { loadSession } from '#web/features/users/session-actions.ts';
import {
  type ActingRole,
  actingUser,
  otherRole,
  roleName,
  switchLabel,
  useSessionStore,
} from '#web/features/users/session-store.ts';
import { signInPath } from '#web/features/users/sign-in-path.ts';

interface RoleGateProps {
  /** Whose page it is. */
  only: ActingRole;
  /** The page's content for that user. Nothing of it is made, and nothing fetched, for anybody else. */
  children: (user: User) => ReactNode;
}

/** Lets the user of one role in; asks anybody else to switch to it or to sign in. */
export function RoleGate({ only, children }: RoleGateProps) {
  const { phase, session, activeRole } = useSessionStore();
  const acting = useSessionStore(actingUser);
  const { pathname } = useLocation();
  const switchRole = useSwitchRole();

  if (phase === 'unknown') return <LoadingLine label="Loading rides..." className="mt-6" />;
  if (phase === 'failed')
    return (
      <div className="mt-8">
        <FailedState title="We couldn't sign you in" text="The server didn't answer." onRetry={loadSession} />
      </div>
    );
  if (acting && activeRole === only) return children(acting);

  const people = `${roleName(only).toLowerCase()}s`;
  return (
    <div className="mt-8">
      <EmptyState
        title={`This page is for ${people}`}
        text={
          acting ? `You are acting as ${roleName(activeRole)}: ${acting.name}.` : 'Please sign in to see it.'
        }
        action={
          session[only] && activeRole !== only ? (
            <Button onClick={switchRole}>{switchLabel(otherRole(only))}</Button>
          ) : (
            <ButtonLink to={signInPath({ role: only, next: pathname })}>Sign in as a {only}</ButtonLink>
          )
        }
      />
    </div>
  );
}
