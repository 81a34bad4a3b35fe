import { useNavigate } from 'react-router-dom';
import { type ActingRole, otherRole, setActiveRole, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';

/**
 * Lets the other role act. Where nobody is signed in to it, leads to its sign-in instead.
 * `onSwitched` hears of a switch that took place.
 */
export function useSwitchRole(onSwitched?: (role: ActingRole) => void): () => void {
  const navigate = useNavigate();

  return () => {
    const { session, activeRole } = useSessionStore.getState();
    const role = otherRole(activeRole);
    if (!session[role]) return void navigate(signInPath({ role }));
    setActiveRole(role);
    onSwitched?.(role);
  };
}
