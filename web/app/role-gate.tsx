import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { User } from '#common/users/user.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { roleName } from '#web/features/users/role-names.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { actingUser, setActiveRole, useSessionStore } from '#web/features/users/session-store.ts';
import { signInPath } from '#web/features/users/sign-in-path.ts';
import { NO_ANSWER } from '#web/lib/message-of.ts';

interface RoleGateProps {
  /** The role whose page this is. */
  only: 'rider' | 'driver';
  /** Renders the page's content. Not called for other users, so nothing is rendered or fetched for them. */
  children: (user: User) => ReactNode;
}

/** Admits the user of one role and makes it the active role; shows other users how to sign in to it. */
export function RoleGate({ only, children }: RoleGateProps) {
  const { phase, session } = useSessionStore();
  const acting = useSessionStore(actingUser);
  const { pathname, search } = useLocation();
  const user = session[only];
  const isSignedIn = user !== null;

  // Only when the page opens: switching roles on it navigates to the other role's page.
  useLayoutEffect(() => {
    if (isSignedIn) setActiveRole(only);
  }, [only, isSignedIn]);

  if (phase === 'unknown') return <LoadingLine label="Loading rides..." className="mt-6" />;
  if (phase === 'failed')
    return (
      <div className="mt-8">
        <FailedState title="We couldn't sign you in" text={NO_ANSWER} onRetry={loadSession} />
      </div>
    );
  if (user) return children(user);

  return (
    <div className="mt-8">
      <EmptyState
        title={`This page is for ${only}s`}
        text={
          acting ? `You are acting as ${roleName(acting.role)}: ${acting.name}.` : 'Please sign in to see it.'
        }
        action={
          <ButtonLink to={signInPath({ role: only, next: pathname + search })}>
            Sign in as a {only}
          </ButtonLink>
        }
      />
    </div>
  );
}
