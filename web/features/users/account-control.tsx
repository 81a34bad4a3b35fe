import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
import { type ActingRole, actingUser, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';
import type { SignedInControlProps } from './signed-in-control.tsx';

/** The first paint knows nobody. */
const loadSignedIn = () => import('./signed-in-control.tsx');

/** Who is signed in, and what they can do with that; anonymous: Sign in. */
export function AccountControl(props: Omit<SignedInControlProps, 'user' | 'role'>) {
  const phase = useSessionStore((state) => state.phase);
  const role = useSessionStore((state) => state.activeRole);
  const user = useSessionStore(actingUser);
  const { pathname } = useLocation();
  // Asked for again on the next page, should it not have come.
  const code = useLazyImport(loadSignedIn, pathname);

  if (phase !== 'unknown' && !user) return <SignInLink role={role} next={pathname} />;
  if (!user || !code) return <Skeleton className="h-11 w-11 rounded-card sm:w-72" />;
  return <code.SignedInControl {...props} user={user} role={role} />;
}

/** Leads to sign-in and back to where the visitor is. */
const SignInLink = ({ role, next }: { role: ActingRole; next: string }) => (
  <ButtonLink variant="outline" to={signInPath({ role, next })} className="text-14!">
    Sign in
  </ButtonLink>
);
