import { KeyRound } from 'lucide-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { formatDay } from '#common/time.ts';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { readAccount } from '#web/features/users/account-actions.ts';
import { AccountRow } from '#web/features/users/account-row.tsx';
import { ChangePasswordDialog } from '#web/features/users/change-password-dialog.tsx';
import { OwnData } from '#web/features/users/own-data.tsx';
import { OwnEmail } from '#web/features/users/own-email.tsx';
import { OwnFactors } from '#web/features/users/own-factors.tsx';
import { OwnProfile, profileLead } from '#web/features/users/own-profile.tsx';
import { loadSession } from '#web/features/users/session-actions.ts';
import { SessionList } from '#web/features/users/session-list.tsx';
import { actingUser, useSessionStore } from '#web/features/users/session-store.ts';
import { signInPath } from '#web/features/users/sign-in-path.ts';
import { messageOf, NO_ANSWER } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';

/** The account of the acting user: how they sign in, and their sessions. */
export function AccountPage() {
  const phase = useSessionStore((state) => state.phase);
  const user = useSessionStore(actingUser);

  return (
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="Account" />
      <PageHeading size="screen" title="Account" className="mb-8 lg:mb-12" />
      {phase === 'unknown' && <LoadingLine label="Loading your account..." />}
      {phase === 'failed' && (
        <FailedState title="We couldn’t load your account" text={NO_ANSWER} onRetry={loadSession} />
      )}
      {phase === 'known' && !user && (
        <EmptyState
          title="Please sign in"
          text="Only you can see your account."
          action={<ButtonLink to={signInPath({ next: '/account' })}>Sign in</ButtonLink>}
        />
      )}
      {user && <OwnAccount key={user.id} user={user} />}
    </div>
  );
}

function OwnAccount({ user }: { user: User }) {
  const { role } = user;
  const load = useCallback((signal: AbortSignal) => readAccount(role, signal), [role]);
  const { state, reload, change } = useLoaded(load);
  const [isChanging, setIsChanging] = useState(false);
  const now = useNow();

  const close = () => setIsChanging(false);

  if (state.phase === 'loading') return <LoadingLine label="Loading your account..." />;
  if (state.phase === 'failed')
    return (
      <FailedState title="We couldn’t load your account" text={messageOf(state.error)} onRetry={reload} />
    );
  const { emailConfirmedAt, passwordChangedAt, sessions } = state.value;
  return (
    <>
      <AccountSection title="Profile" lead={profileLead(user)}>
        <OwnProfile user={user} />
      </AccountSection>
      <AccountSection title="Sign-in">
        <div className="border-line border-t">
          <OwnEmail user={user} confirmedAt={emailConfirmedAt} now={now} />
          <AccountRow
            Icon={KeyRound}
            title="Password"
            text={
              passwordChangedAt
                ? `Changed ${formatDay(new Date(passwordChangedAt), now)}`
                : 'Not changed since you signed up'
            }
          >
            <Button variant="outline" aria-label="Change password" onClick={() => setIsChanging(true)}>
              Change
            </Button>
          </AccountRow>
        </div>
      </AccountSection>
      <AccountSection
        title="Passkeys and codes"
        lead="A second step at sign-in, so a stolen password is not enough."
      >
        <OwnFactors user={user} />
      </AccountSection>
      <AccountSection title="Signed-in devices" lead="We store only part of each device’s IP address.">
        <SessionList
          role={role}
          sessions={sessions}
          onEnded={(leave) => change((account) => ({ ...account, sessions: leave(account.sessions) }))}
        />
      </AccountSection>
      <AccountSection title="Your data" lead="Download a copy of what we hold about you, or have it deleted.">
        <OwnData user={user} />
      </AccountSection>
      {isChanging && (
        <ChangePasswordDialog
          user={user}
          isOpen
          onClose={close}
          onChanged={() => {
            close();
            void reload();
          }}
        />
      )}
    </>
  );
}

interface AccountSectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-5 border-line py-8 not-first-of-type:border-t lg:grid-cols-[300px_1fr] lg:py-10"
    >
      <div>
        <h2 id={id} className="display text-28">
          {title}
        </h2>
        {lead && <p className="mt-1.5 max-w-[30em] text-14 text-pretty text-ink-2">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
