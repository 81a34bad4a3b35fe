import { useCallback, useState } from 'react';
import type { EmailLink } from '#common/users/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { readEmailLink, spendEmailLink } from '#web/features/users/email-actions.ts';
import { actingUser, useSessionStore } from '#web/features/users/session-store.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { isDeadLink, UnreadLink, useLinkToken } from './mailed-link.tsx';

/**
 * Where the link of a mail about an address leads. It is used by a press alone: mailboxes open links by themselves to look at
 * them.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken();

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title="Confirm your email address" />
      {token === '' ? (
        <DeadLink
          title="Open the link in your mail"
          lead="For your safety this page keeps no link. Your account sends you a new one."
        />
      ) : (
        <UseLink key={token} token={token} />
      )}
    </div>
  );
}

function UseLink({ token }: { token: string }) {
  const load = useCallback((signal: AbortSignal) => readEmailLink(token, signal), [token]);
  const { state, reload } = useLoaded(load);
  const [done, setDone] = useState<EmailLink | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const { run, isPending } = useInFlight(async () => {
    setProblem(null);
    try {
      setDone(await spendEmailLink(token));
    } catch (error) {
      if (error instanceof ApiError && isDeadLink(error)) setRefusal(error);
      else setProblem(messageOf(error, 'Your address was not confirmed. Please try again.'));
    }
  });

  if (done) return <Confirmed {...done} />;
  if (refusal?.code === 'EMAIL_TAKEN')
    return <DeadLink title="This address is taken" lead={messageOf(refusal, '')} />;
  if (refusal || (state.phase === 'failed' && isDeadLink(state.error))) return <DeadLink />;
  if (state.phase !== 'loaded') return <UnreadLink state={state} onRetry={reload} />;

  const { email, isChange } = state.value;
  return (
    <>
      <PageHeading
        size="screen"
        title={isChange ? 'Use this address?' : 'Confirm your email address'}
        lead={<span className="wrap-anywhere">{email}</span>}
        className="mb-8"
      />
      <RouteLine end="hollow" className="mb-8" />
      <Button size={52} className="w-full" isPending={isPending} pendingLabel="Confirming..." onClick={run}>
        {isChange ? 'Use this address' : 'Confirm this address'}
      </Button>
      {problem && (
        <p role="alert" className="mt-4 text-center text-14 text-danger">
          {problem}
        </p>
      )}
      <p className="mt-5 text-center text-14 text-pretty text-ink-2">
        {isChange
          ? 'You sign in with it from then on. All other browsers are signed out.'
          : 'Did you not open an account? Then close this page: nothing is confirmed.'}
      </p>
    </>
  );
}

function Confirmed({ email, isChange }: EmailLink) {
  const user = useSessionStore(actingUser);
  const isHere = user?.username === email;
  return (
    <div role="status">
      <PageHeading
        size="screen"
        title={isChange ? 'Your address is changed' : 'Your address is confirmed'}
        lead={<span className="wrap-anywhere">{isChange ? `You sign in with ${email} now.` : email}</span>}
        className="mb-8"
      />
      <RouteLine className="mb-8" />
      <ButtonLink to={isHere ? '/account' : '/sign-in'} size={52} className="w-full">
        {isHere ? 'Your account' : 'Sign in'}
      </ButtonLink>
    </div>
  );
}

interface DeadLinkProps {
  title?: string;
  lead?: string;
}

/** A link that does nothing, which may be as its work is done. */
function DeadLink({ title, lead }: DeadLinkProps) {
  const user = useSessionStore(actingUser);
  const isDone = user?.isEmailConfirmed === true;
  return (
    <>
      <PageHeading
        size="screen"
        title={title ?? 'This link no longer works'}
        lead={
          lead ??
          (isDone
            ? `It was used, or is older than a day. The address of your account, ${user.username}, is confirmed.`
            : 'It was used, or is older than a day. Your account sends you a new one.')
        }
        className="mb-8"
      />
      <RouteLine end="hollow" isFading className="mb-8" />
      <ButtonLink to={user ? '/account' : '/sign-in?next=%2Faccount'} size={52} className="w-full">
        {user ? 'Your account' : 'Sign in'}
      </ButtonLink>
    </>
  );
}
