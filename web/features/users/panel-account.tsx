import type { ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { roleName, switchLabel } from './role-names.ts';
import { actingUser, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';
import { useOtherRoles, useSignOut, useSwitchRole } from './use-account.ts';

interface PanelAccountProps {
  /** Shown beside the name. */
  themeToggle: ReactNode;
  /** Called after the visitor switched roles, signed out, or followed the link to sign in. */
  onLeave: () => void;
}

/** The account at the bottom of the side panel: the acting user, the role switch, sign-out. */
export function PanelAccount({ themeToggle, onLeave }: PanelAccountProps) {
  const role = useSessionStore((state) => state.activeRole);
  const user = useSessionStore(actingUser);
  const switchRole = useSwitchRole();
  const roles = useOtherRoles(role);
  const signOut = useSignOut();

  const leaveAfter = (act: () => void) => () => {
    act();
    onLeave();
  };

  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-14 text-ink-2">
          {user ? (
            <>
              {roleName(user.role)}: <span className="font-medium text-ink">{user.name}</span>
            </>
          ) : (
            'Not signed in'
          )}
        </p>
        {themeToggle}
      </div>
      {user ? (
        <>
          {roles.map((other) => (
            <Button
              key={other}
              variant="outline"
              className="mb-1 w-full text-14! text-gold-ink!"
              onClick={leaveAfter(() => switchRole(other))}
            >
              {switchLabel(other)}
            </Button>
          ))}
          <ButtonLink to="/account" variant="quiet" className="w-full text-14!">
            Account
          </ButtonLink>
          <Button variant="quiet" className="w-full text-14!" onClick={leaveAfter(signOut)}>
            Sign out
          </Button>
        </>
      ) : (
        <ButtonLink to={signInPath()} variant="outline" className="w-full text-14!">
          Sign in
        </ButtonLink>
      )}
    </>
  );
}
