import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type OpsPage, opsPagesOf } from '#common/ops/ops-pages.ts';
import { staffRoleSchema, type User } from '#common/users/user.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { OpsHeader } from '#web/features/ops/ops-header.tsx';
import { roleName } from '#web/features/users/role-names.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { setActiveRole, useSessionStore } from '#web/features/users/session-store.ts';
import { signInPath } from '#web/features/users/sign-in-path.ts';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { lazyPage } from './content-pages.tsx';

const OwnFactors = lazyPage(() => import('#web/features/users/own-factors.tsx'), 'OwnFactors');

interface StaffGateProps {
  page: OpsPage;
  /** Rendered only for staff who may open the page, so nothing is rendered or fetched for other users. */
  children: ReactNode;
}

/** Admits staff who may open the page and makes staff the active role; shows other users how to sign in. */
export function StaffGate({ page, children }: StaffGateProps) {
  const { phase, session } = useSessionStore();
  const { pathname, search } = useLocation();
  const { staff } = session;
  const isSignedIn = staff !== null;
  const [isSettingUp, setIsSettingUp] = useState(false);

  // Only when the page opens: switching roles on it navigates to the other role's page.
  useLayoutEffect(() => {
    if (isSignedIn) setActiveRole('staff');
  }, [isSignedIn]);

  // The session may be reloaded at any time, such as after a reconnect. The set-up stays until the user has
  // saved the recovery codes.
  if (staff && (session.staffNeedsFactor || isSettingUp))
    return <SetUpFactor staff={staff} onSettingUp={setIsSettingUp} />;
  const mayEnter = staff && (page.who === 'dispatcher' || staff.role === 'admin');
  const head = <OpsHeader title={page.label} />;
  const loading = <LoadingLine label="Loading..." className="mt-4" />;
  return (
    <div className="px-5 pb-8 sm:px-8">
      {mayEnter ? (
        // A boundary around the whole gate would also replace the heading and the tab's title, which are
        // already shown.
        <Suspense
          fallback={
            <>
              {head}
              {loading}
            </>
          }
        >
          {children}
        </Suspense>
      ) : (
        <>
          {head}
          {phase === 'unknown' && loading}
          {phase === 'failed' && (
            <FailedState title="We couldn't sign you in" text={NO_ANSWER} onRetry={loadSession} />
          )}
          {phase === 'known' && !staff && <SignIn next={pathname + search} />}
          {staff && <ForAdmins staff={staff} />}
        </>
      )}
    </div>
  );
}

const SignIn = ({ next }: { next: string }) => (
  <EmptyState
    title="This page is for our staff"
    text="Please sign in to see it."
    action={<ButtonLink to={signInPath({ role: 'staff', next })}>Sign in as staff</ButtonLink>}
  />
);

function ForAdmins({ staff: { role, name } }: { staff: User }) {
  const staffRole = staffRoleSchema.safeParse(role).data;
  const [first] = staffRole ? opsPagesOf(staffRole) : [];
  return (
    <EmptyState
      title="This page is for admins"
      text={`You are signed in as ${roleName(role)}: ${name}.`}
      action={first && <ButtonLink to={first.path}>Back to {first.label}</ButtonLink>}
    />
  );
}

interface SetUpFactorProps {
  staff: User;
  onSettingUp: (isSettingUp: boolean) => void;
}

/** Replaces every page until the staff member has a passkey or an authenticator app. */
const SetUpFactor = ({ staff, onSettingUp }: SetUpFactorProps) => (
  <div className="mx-auto w-full max-w-[640px] px-5 pb-16 sm:px-8">
    <PageMeta title="One more step" />
    <PageHeading
      size="screen"
      title="One more step"
      lead="Staff see rider data and move money here, so a password alone is not enough. Please set up a passkey or an authenticator app."
      className="mb-8"
    />
    <Suspense fallback={<LoadingLine label="Loading sign-in methods..." />}>
      <OwnFactors user={staff} onChanged={() => void loadSession()} onSettingUp={onSettingUp} />
    </Suspense>
  </div>
);
