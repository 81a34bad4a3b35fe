import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { ageInSentence } from '#common/format-age.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationChecklist } from './application-checklist.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { APPLICATION_STATUS } from './application-status.ts';
import { useApplication } from './use-application.ts';

/** An application to drive: applicant, checklist and decision. Its id is `:applicationId` in the path. */
export function ApplicationPage() {
  const { applicationId = '' } = useParams();
  return <ApplicationScreen key={applicationId} applicationId={applicationId} />;
}

function ApplicationScreen({ applicationId }: { applicationId: string }) {
  const { application, failure, load, change, isPending } = useApplication(applicationId);

  return (
    <div className="pt-3 pb-8">
      <PageMeta title={application ? application.name : 'Application'} />
      <Link
        to="/ops/drivers"
        className="inline-flex min-h-11 items-center gap-1 text-14 font-semibold text-gold-ink hover:underline"
      >
        <ChevronLeft aria-hidden size={18} />
        Drivers
      </Link>
      {application ? (
        <>
          <ApplicationHeading application={application} />
          <div className="mt-8 grid gap-x-20 gap-y-12 xl:grid-cols-[520px_1fr]">
            <ApplicationFacts application={application} />
            <div className="min-w-0">
              <ApplicationChecklist application={application} change={change} isPending={isPending} />
              <ApplicationActions application={application} change={change} isPending={isPending} />
            </div>
          </div>
        </>
      ) : (
        <>
          <h1 className="sr-only">Application</h1>
          {failure === null && <LoadingLine label="Loading the application..." className="mt-8" />}
          {failure === 'gone' && (
            <EmptyState
              title="No such application"
              text="It may have been removed, or the address is mistyped."
            />
          )}
          {failure === 'failed' && (
            <FailedState
              title="We couldn't load the application"
              text={NO_ANSWER}
              onRetry={() => void load()}
            />
          )}
        </>
      )}
    </div>
  );
}

function ApplicationHeading({ application }: { application: ApplicationDetails }) {
  const { name, status, decision, driverId, problem } = application;
  const now = useNow();
  const sentAt = new Date(application.sentAt);
  const { label, tone } = APPLICATION_STATUS[status];
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h1 className="display text-40 wrap-anywhere">{name}</h1>
        <StatusDot tone={tone}>{label}</StatusDot>
        <p className="text-14 text-ink-2">
          {formatDayTimeWithZone(sentAt, now)}, {ageInSentence(sentAt, now)}
        </p>
      </div>
      {decision && (
        <p className="mt-2 text-14 text-ink-2">
          {label} by {decision.by.name} on {formatDayTimeWithZone(new Date(decision.at), now)}
          {decision.reason && `: ${decision.reason}`}
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-14 text-danger">
          {driverId === null ? 'No account' : 'No vehicle'} yet: {problem} We try again every minute.
        </p>
      )}
    </>
  );
}
