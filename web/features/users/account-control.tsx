import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { type ActingRole, actingUser, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';
import type { SignedInControlProps } from './signed-in-control.tsx';

/** The first paint knows nobody. */
const signedInControl = lazyImport(() => import('./signed-in-control.tsx'));

/** Who is signed in, and what they can do with that; anonymous: Sign in. */
export function AccountControl(props: Omit<SignedInControlProps, 'user' | 'role'>) {
  const phase = useSessionStore((state) => state.phase);
  const role = useSessionStore((state) => state.activeRole);
  const user = useSessionStore(actingUser);
  const { pathname, search } = useLocation();
  // Wanted anew on each page.
  const code = useLazyImport(signedInControl, pathname);

  if (phase !== 'unknown' && !user) return <SignInLink role={role} next={pathname + search} />;
  if (user && code === undefined) return <AccountLink />;
  if (!user || !code) return <Skeleton className="h-11 w-11 rounded-card sm:w-72" />;
  return <code.SignedInControl {...props} user={user} role={role} />;
}

/** In place of the menu, whose code could not be had: what it leads to, on a page loaded anew. */
const AccountLink = () => (
  <ButtonLink reloadDocument variant="outline" to="/account" className="text-14!">
    Account
  </ButtonLink>
);

/** Leads to sign-in and back to where the visitor is. */
const SignInLink = ({ role, next }: { role: ActingRole; next: string }) => (
  <ButtonLink variant="outline" to={signInPath({ role, next })} className="text-14!">
    Sign in
  </ButtonLink>
);
