import { useCallback, useState } from 'react';
import type { EmailLink } from '#common/users/account.ts';
import { EMAIL_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { ConfirmEmailForm } from '#web/features/users/confirm-email-form.tsx';
import { readEmailLink } from '#web/features/users/email-actions.ts';
import { actingUser, setActiveRole, useSessionStore } from '#web/features/users/session-store.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { isDeadLink, UnreadLink, useLinkToken } from './mailed-link.tsx';

/**
 * The target of links in mails that confirm an email address. The link is used only by a button press,
 * because mailboxes open links automatically to scan them.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken();

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title="Confirm your email address" />
      {token === '' ? (
        <DeadLink
          title="Open the link in your email"
          lead="For your safety, this page keeps no link. Request a new one in your account."
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
      <ConfirmEmailForm
        token={token}
        link={state.value}
        onDone={setDone}
        onRefused={(error) => {
          if (!isDeadLink(error)) return false;
          setRefusal(error);
          return true;
        }}
      />
    </>
  );
}

const SLOTS = ['rider', 'driver', 'staff'] as const;

function Confirmed({ email, isChange }: EmailLink) {
  const session = useSessionStore((state) => state.session);
  const role = SLOTS.find((slot) => session[slot]?.username === email);
  return (
    <div role="status">
      <PageHeading
        size="screen"
        title={isChange ? 'Your address is changed' : 'Your address is confirmed'}
        lead={<span className="wrap-anywhere">{isChange ? `You now sign in with ${email}.` : email}</span>}
        className="mb-8"
      />
      <RouteLine className="mb-8" />
      <ButtonLink
        to={role ? '/account' : '/sign-in'}
        size={52}
        className="w-full"
        // The account page shows the user of the active role.
        onClick={() => role && setActiveRole(role)}
      >
        {role ? 'Your account' : 'Sign in'}
      </ButtonLink>
    </div>
  );
}

interface DeadLinkProps {
  title?: string;
  lead?: string;
}

/** Shown for a link that no longer works, possibly because it was used successfully. */
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
            ? `It was used, or is older than ${EMAIL_LINK_LASTS.age}. Your account’s address, ${user.username}, is confirmed.`
            : `It was used, or is older than ${EMAIL_LINK_LASTS.age}. Request a new one in your account.`)
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
