import { useNavigate, useSearchParams } from 'react-router-dom';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { TextLink } from '#web/components/ui/text-link.tsx';
import { nextPath } from '#web/features/users/next-path.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { DemoSignIn, SignInForm } from '#web/features/users/sign-in-form.tsx';
import { useTypedEmail } from '#web/features/users/typed-email.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { firstPath } from '../role-paths.ts';

/** The text for drivers and staff, who cannot sign up. Riders have their own. */
const LEADS: Readonly<Record<string, string | undefined>> = {
  driver: 'Drivers sign in here to see and accept rides.',
  staff: 'Dispatchers and admins sign in here.',
};

/** Sign-in. Continues to the page the visitor came from, or to the role's first page. */
export function SignInPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const typed = useTypedEmail();
  const lead = LEADS[query.get('role') ?? ''];

  const handleSignedIn = () => {
    const { activeRole } = useSessionStore.getState();
    const start = activeRole === 'rider' ? '/' : firstPath(activeRole);
    void navigate(nextPath(query) ?? start, { replace: true });
  };

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title="Sign in" />
      <PageHeading size="screen" title="Sign in" lead={lead} className="mb-8" />
      <SignInForm {...typed} onSignedIn={handleSignedIn} />
      <DemoSignIn onSignedIn={handleSignedIn} />
      <p className="mt-3 text-center text-14">
        <TextLink to="/reset-password" state={{ email: typed.email }}>
          Forgot your password?
        </TextLink>
      </p>
      {!lead && (
        <p className="text-center text-14 text-ink-2">
          New here?{' '}
          <TextLink to={{ pathname: '/sign-up', search: query.toString() }}>Create an account</TextLink>
        </p>
      )}
    </div>
  );
}
