import { useNavigate, useSearchParams } from 'react-router-dom';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { TextLink } from '#web/components/ui/text-link.tsx';
import { nextPath } from '#web/features/users/next-path.ts';
import { SignUpForm } from '#web/features/users/sign-up-form.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** Sign-up of a rider. Continues to the page the visitor came from. */
export function SignUpPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title="Create an account" />
      <PageHeading size="screen" title="Create an account" className="mb-8" />
      <SignUpForm onSignedIn={() => void navigate(nextPath(query) ?? '/', { replace: true })} />
      <p className="mt-4 text-center text-14 text-ink-2">
        Have an account? <TextLink to={{ pathname: '/sign-in', search: query.toString() }}>Sign in</TextLink>
      </p>
    </div>
  );
}
