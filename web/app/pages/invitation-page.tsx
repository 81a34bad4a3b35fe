import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { isStaffRole, type Role } from '#common/users/user.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { readInvitation } from '#web/features/users/accept-invitation.ts';
import { InvitationForm } from '#web/features/users/invitation-form.tsx';
import { roleName } from '#web/features/users/role-names.ts';
import { signInPath } from '#web/features/users/sign-in-path.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { firstPath } from '../role-paths.ts';

/**
 * The target of an invitation link: the user sets a password and continues to the first page of their role.
 * The server keeps the token in the URL out of referrers, caches and logs.
 */
export function InvitationPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const load = useCallback((signal: AbortSignal) => readInvitation(token, signal), [token]);
  const { state, reload } = useLoaded(load);
  const [spent, setSpent] = useState<string | null>(null);

  const refusal =
    spent ??
    (state.phase === 'failed' && isClientError(state.error)
      ? messageOf(state.error, 'There is no such invitation.')
      : null);

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title="Your invitation" />
      <PageHeading
        size="screen"
        title={
          state.phase === 'loaded' && refusal === null ? `Welcome, ${state.value.name}` : 'Your invitation'
        }
        className="mb-6"
      />
      {refusal !== null && (
        <EmptyState
          title="This link does not work"
          text={refusal}
          action={<WaysOn role={state.phase === 'loaded' ? state.value.role : null} />}
        />
      )}
      {refusal === null && state.phase === 'loading' && <LoadingLine label="Loading your invitation..." />}
      {refusal === null && state.phase === 'failed' && (
        <FailedState
          title="We couldn’t load your invitation"
          text={messageOf(state.error)}
          onRetry={reload}
        />
      )}
      {refusal === null && state.phase === 'loaded' && (
        <>
          <p className="mb-6 text-ink-2">
            {`You are invited as ${roleName(state.value.role)}. You will sign in as `}
            <span className="font-medium text-ink wrap-anywhere">{state.value.email}</span>.
          </p>
          <InvitationForm
            token={token}
            invitation={state.value}
            onAccepted={(role) => void navigate(firstPath(role), { replace: true })}
            onSpent={setSpent}
          />
        </>
      )}
    </div>
  );
}

/**
 * Next steps after a link that no longer works. The role is known only if the link was read before. Only
 * riders can request a new link themselves.
 */
function WaysOn({ role }: { role: Role | null }) {
  const slot = role && isStaffRole(role) ? 'staff' : (role ?? 'rider');
  return (
    <div className="grid gap-3">
      <ButtonLink to={signInPath({ role: slot })}>Sign in</ButtonLink>
      {slot === 'rider' && (
        <ButtonLink to="/reset-password" variant="outline">
          New link for riders
        </ButtonLink>
      )}
    </div>
  );
}
