import { useCallback } from 'react';
import { APPLICATION_PAPERS } from '#common/driver-applications/application-papers.ts';
import type { ApplicantView } from '#common/driver-applications/application-views.ts';
import {
  readMyApplication,
  resendDriverInvitation,
} from '#common/driver-applications/driver-applications-api.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { INVITATION_LASTS } from '#common/users/link-lifetimes.ts';
import { firstNameOf } from '#common/users/user.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { formatCalendarDay } from '#web/lib/format-calendar-day.ts';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { QuestionCard } from './question-card.tsx';
import { StatusLine } from './status-line.tsx';
import { ANSWER_TIME, StepList } from './step-list.tsx';

/** An application, opened by the link mailed to its applicant: its status, and open questions. */
export function MyApplication({ token }: { token: string }) {
  const load = useCallback((signal: AbortSignal) => call(readMyApplication, { token }, { signal }), [token]);
  // `last` remains while reloading, so an answer being typed stays.
  const { state, last: application, reload, change } = useLoaded(load);
  const isGone = state.phase === 'failed' && state.error instanceof ApiError && state.error.status === 404;

  return (
    <div className="mx-auto max-w-[560px]">
      {application ? (
        <ApplicationStatus
          token={token}
          application={application}
          onChange={(changed) => change(() => changed)}
          onStale={reload}
        />
      ) : (
        <div className="pt-12">
          <h1 className="sr-only">Your application</h1>
          {state.phase === 'loading' && <LoadingLine label="Loading your application..." />}
          {isGone && (
            <EmptyState
              title="This link does not work"
              text="Please use the one in our latest email about your application."
              action={<ButtonLink to="/drive/apply">Become a driver</ButtonLink>}
            />
          )}
          {state.phase === 'failed' && !isGone && (
            <FailedState title="We couldn't load your application" text={NO_ANSWER} onRetry={reload} />
          )}
        </div>
      )}
    </div>
  );
}

interface StatusProps {
  token: string;
  application: ApplicantView;
  onChange: (application: ApplicantView) => void;
  onStale: () => Promise<void>;
}

const PLACES = { received: 'start', 'more-needed': 'middle', approved: 'end', declined: 'nowhere' } as const;

const HEADLINES: Record<ApplicantView['status'], (application: ApplicantView) => string> = {
  received: () => 'We have your application',
  'more-needed': () => 'We need one more thing',
  approved: ({ name }) => `Welcome, ${firstNameOf(name)}`,
  declined: () => 'Not this time',
};

const sentAt = ({ sentAt }: ApplicantView): string => {
  const at = new Date(sentAt);
  return formatDayTimeWithZone(at, new Date());
};

const TEXTS: Record<ApplicantView['status'], (application: ApplicantView) => string> = {
  received: (application) =>
    `Application ${application.reference}, sent ${sentAt(application)}. ${ANSWER_TIME}`,
  'more-needed': ({ reference }) => `Application ${reference}. It continues as soon as you answer.`,
  approved: ({ vehicle, approvedRideType, email, hasPassword }) => {
    const rideType = approvedRideType ?? vehicle?.rideType;
    const what = rideType ? `your ${vehicleName(rideType)}` : 'our vehicles';
    const next = hasPassword
      ? 'Sign in with the password you already have.'
      : `Set a password with the link we mailed to ${email}; it works for ${INVITATION_LASTS.text}.`;
    return `You're approved to drive ${what}. ${next}`;
  },
  declined: ({ reason }) => reason ?? '',
};

function ApplicationStatus({ token, application, onChange, onStale }: StatusProps) {
  const { status, vehicle, steps, question } = application;
  return (
    <>
      <StatusLine at={PLACES[status]} vehicle={vehicle} />
      <h1 className="display mt-8 text-40 lg:text-56">{HEADLINES[status](application)}</h1>
      <p className="mt-4 text-pretty wrap-anywhere">{TEXTS[status](application)}</p>
      {status === 'declined' && (
        <p className="mt-3 text-pretty text-ink-2">
          You can apply again at any time, with another vehicle or once the reason no longer applies.
        </p>
      )}
      {question && (
        <QuestionCard
          token={token}
          application={application}
          question={question}
          onAnswered={onChange}
          onStale={onStale}
        />
      )}
      {status !== 'declined' && <StepList steps={steps} />}
      <SentDetails application={application} />
      <StatusActions token={token} application={application} />
    </>
  );
}

/** The sent application, collapsed. */
const SentDetails = ({
  application: { name, phone, email, vehicle, papers, note },
}: {
  application: ApplicantView;
}) => (
  <details className="mt-6 border-line border-b pb-3">
    <summary className="flex min-h-11 cursor-pointer items-center font-medium">See what you sent</summary>
    <dl className="mt-2 grid gap-x-6 gap-y-2 text-14 sm:grid-cols-[180px_1fr]">
      {[
        ['Name', name],
        ['Phone', phone],
        ['Email', email],
        ...(vehicle ? [['Vehicle', `${vehicle.label} ${vehicle.year}, ${vehicle.plate}`]] : []),
        ...papers.map(({ kind, number, expiresOn, file }) => [
          APPLICATION_PAPERS[kind].title,
          `${number}, expires ${formatCalendarDay(expiresOn)}${file ? `, ${file.name}` : ''}`,
        ]),
        ...(note ? [['Where you drove before', note]] : []),
      ].map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);

interface StatusActionsProps {
  token: string;
  application: ApplicantView;
}

function StatusActions({ token, application: { status, hasPassword } }: StatusActionsProps) {
  const { run: resend, isPending } = useInFlight(async () => {
    try {
      await call(resendDriverInvitation, { token });
      toast.success('Sent again', 'Earlier links stop working.');
    } catch (error) {
      toastFailure('Not sent', error, 'Please try again.');
    }
  });

  if (status === 'approved')
    return (
      <div className="mt-8 grid gap-3">
        {!hasPassword && (
          <Button
            variant="outline"
            size={52}
            isPending={isPending}
            pendingLabel="Sending..."
            onClick={() => void resend()}
          >
            Send the mail again
          </Button>
        )}
        <ButtonLink to="/sign-in?role=driver" variant="outline" size={52}>
          Sign in as a driver
        </ButtonLink>
      </div>
    );
  if (status === 'declined')
    return (
      <div className="mt-8 grid gap-3">
        <ButtonLink to="/drive/apply?step=vehicle" size={52}>
          Apply with another vehicle
        </ButtonLink>
        <ButtonLink to="/contact" variant="outline" size={52}>
          Ask for a second look
        </ButtonLink>
      </div>
    );
  return null;
}
