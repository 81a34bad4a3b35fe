import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { type ActingRole, actingUser, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';
import type { SignedInControlProps } from './signed-in-control.tsx';

/** Loaded lazily, since the first paint shows no user. */
const signedInControl = lazyImport(() => import('./signed-in-control.tsx'));

/** The signed-in user with their account menu; for visitors a link to sign in. */
export function AccountControl(props: Omit<SignedInControlProps, 'user' | 'role'>) {
  const phase = useSessionStore((state) => state.phase);
  const role = useSessionStore((state) => state.activeRole);
  const user = useSessionStore(actingUser);
  const { pathname, search } = useLocation();
  // Each navigation retries a failed load.
  const code = useLazyImport(signedInControl, pathname);

  if (phase !== 'unknown' && !user) return <SignInLink role={role} next={pathname + search} />;
  if (user && code === undefined) return <AccountLink />;
  if (!user || !code) return <Skeleton className="h-11 w-11 rounded-card sm:w-72" />;
  return <code.SignedInControl {...props} user={user} role={role} />;
}

/** Replaces the menu if its code failed to load: a link to the account page, which reloads the document. */
const AccountLink = () => (
  <ButtonLink reloadDocument variant="outline" to="/account" className="text-14!">
    Account
  </ButtonLink>
);

/** A link to the sign-in page, which returns to the current page. */
const SignInLink = ({ role, next }: { role: ActingRole; next: string }) => (
  <ButtonLink variant="outline" to={signInPath({ role, next })} className="text-14!">
    Sign in
  </ButtonLink>
);
