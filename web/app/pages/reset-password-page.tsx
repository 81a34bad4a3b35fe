import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { RESET_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import { Button } from '#web/components/ui/button.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { TextLink } from '#web/components/ui/text-link.tsx';
import { readPasswordReset } from '#web/features/users/account-actions.ts';
import { ForgotPassword, resetLinkTexts, type SentLink } from '#web/features/users/forgot-password.tsx';
import { ResetPasswordForm } from '#web/features/users/reset-password-form.tsx';
import { SecondStepForm } from '#web/features/users/second-step-form.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { useTypedEmail } from '#web/features/users/typed-email.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { firstPath } from '../role-paths.ts';
import { isDeadLink, UnreadLink, useLinkToken } from './mailed-link.tsx';

/** With a mailed link, the form for a new password; without one, the form that requests a link. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const [replaced, setReplaced] = useState<string | null>(null);
  const isAsking = token === '' || token === replaced;

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title={isAsking ? 'Forgot your password?' : 'A new password'} />
      {isAsking ? <AskLink /> : <UseLink key={token} token={token} onAskAgain={() => setReplaced(token)} />}
    </div>
  );
}

function AskLink() {
  const [sent, setSent] = useState<SentLink | null>(null);
  const typed = useTypedEmail();
  const { title, lead } = resetLinkTexts(sent);
  return (
    <>
      <PageHeading size="screen" title={title} lead={lead} className="mb-8" />
      <ForgotPassword {...typed} sent={sent} onSent={setSent} />
      <p className="mt-4 text-center text-14">
        <TextLink to="/sign-in" state={{ email: typed.email }}>
          Back to sign in
        </TextLink>
      </p>
    </>
  );
}

function UseLink({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const navigate = useNavigate();
  const load = useCallback((signal: AbortSignal) => readPasswordReset(token, signal), [token]);
  const { state, reload } = useLoaded(load);
  const [isSpent, setIsSpent] = useState(false);
  const [isHalf, setIsHalf] = useState(false);

  if (isSpent || (state.phase === 'failed' && isDeadLink(state.error)))
    return (
      <>
        <PageHeading
          size="screen"
          title="This link no longer works"
          lead={`It was used, or is older than ${RESET_LINK_LASTS.text}.`}
          className="mb-8"
        />
        <RouteLine end="hollow" isFading className="mb-8" />
        <Button size={52} className="w-full" onClick={onAskAgain}>
          Send a new link
        </Button>
      </>
    );
  if (state.phase !== 'loaded') return <UnreadLink state={state} onRetry={reload} />;
  const { email } = state.value;
  if (isHalf)
    return (
      <>
        <PageHeading size="screen" title="Your password is saved" className="mb-6" />
        <SecondStepForm
          email={email}
          onSignedIn={() =>
            void navigate(firstPath(useSessionStore.getState().activeRole), { replace: true })
          }
          onStartOver={() => void navigate('/sign-in', { replace: true })}
        />
      </>
    );
  return (
    <>
      <PageHeading
        size="screen"
        title="A new password"
        lead={<span className="wrap-anywhere">{`For ${email}`}</span>}
        className="mb-8"
      />
      <ResetPasswordForm
        token={token}
        email={email}
        onReset={(role) => void navigate(firstPath(role), { replace: true })}
        onSpent={() => setIsSpent(true)}
        onHalfSignedIn={() => setIsHalf(true)}
      />
    </>
  );
}
