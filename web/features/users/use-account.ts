import { useNavigate } from 'react-router-dom';
import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { signOut } from './session-actions.ts';
import { type ActingRole, otherRole, setActiveRole, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';

/** Returns the roles to switch to: that of the header's switch, then others with a signed-in user. */
export function useOtherRoles(role: ActingRole): [ActingRole, ...ActingRole[]] {
  const session = useSessionStore((state) => state.session);
  const beside = otherRole(role);
  const roles = ['driver', 'staff'] as const;
  return [beside, ...roles.filter((other) => other !== role && other !== beside && session[other])];
}

/**
 * Returns a function that switches the active role. If no user is signed in to that role, it navigates to
 * sign-in instead. Switching to or from staff navigates to the other role's first page. `onSwitched` is
 * called after a switch to rider or driver.
 */
export function useSwitchRole(onSwitched?: (role: ActingRole) => void): (to: ActingRole) => void {
  const navigate = useNavigate();

  return (to) => {
    const { session, activeRole } = useSessionStore.getState();
    if (!session[to]) return void navigate(signInPath({ role: to }));
    setActiveRole(to);
    if (to === 'staff') return void navigate('/ops');
    if (activeRole === 'staff') void navigate(to === 'driver' ? '/driver' : '/my-rides');
    onSwitched?.(to);
  };
}

/** Returns a click handler that signs out. A failure shows a toast. */
export function useSignOut(): () => void {
  const { run } = useInFlight(async () => {
    try {
      await signOut();
      announce('You are signed out.');
    } catch (error) {
      toast.error('Error', messageOf(error, 'Sign-out failed. Please try again.'));
    }
  });
  return run;
}
