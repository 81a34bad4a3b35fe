import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '#common/driver-applications/application-views.ts';
import type { ApplicationStatus } from '#common/driver-applications/driver-application.ts';
import { listDriverApplications } from '#common/driver-applications/driver-applications-api.ts';
import { formatAge } from '#common/format-age.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OPS_SWITCH } from '../ops-control.ts';
import { usePages } from '../use-pages.ts';
import { APPLICATION_STATUS } from './application-status.ts';

const STATUSES: readonly { value: ApplicationStatus; label: string }[] = [
  { value: 'received', label: 'Applied' },
  { value: 'more-needed', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'declined', label: 'Declined' },
];

/** The applications to drive, by status, newest first; the first section of the drivers' page. */
export function ApplicationsList() {
  const [status, setStatus] = useState<ApplicationStatus>('received');
  return (
    <section aria-label="Applications">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 className="display text-28">Applications</h2>
        <SegmentedControl
          label="Status"
          className={OPS_SWITCH}
          options={STATUSES}
          value={status}
          onChange={setStatus}
        />
      </div>
      <ApplicationRows key={status} status={status} />
    </section>
  );
}

function ApplicationRows({ status }: { status: ApplicationStatus }) {
  const read = useCallback(
    async (after?: string, signal?: AbortSignal) => {
      const page = await call(listDriverApplications, { status, ...(after && { after }) }, { signal });
      return { items: page.applications, next: page.next };
    },
    [status],
  );
  const { state, reload, loadMore, isLoadingMore } = usePages(read);

  if (state.phase === 'loading') return <LoadingLine label="Loading applications..." className="mt-6" />;
  if (state.phase === 'failed')
    return (
      <div className="mt-4">
        <FailedState
          title="We couldn't load the applications"
          text={messageOf(state.error)}
          onRetry={reload}
        />
      </div>
    );
  const { items: rows, next } = state.value;
  if (rows.length === 0)
    return <p className="mt-4 text-ink-2">No applications. New ones come from the Drive page.</p>;
  return (
    <>
      <ul className="mt-4 rounded-card border border-line bg-surface px-4">
        {rows.map((row) => (
          <ApplicationRow key={row.id} row={row} />
        ))}
      </ul>
      {next && (
        <Button
          variant="outline"
          className="mt-4"
          isPending={isLoadingMore}
          pendingLabel="Loading..."
          onClick={() => loadMore(next)}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function ApplicationRow({
  row: { id, name, status, sentAt, vehicle, done, of, problem },
}: {
  row: ApplicationSummary;
}) {
  const now = useNow();
  const { label, tone } = APPLICATION_STATUS[status];
  return (
    <li className="border-line not-last:border-b">
      <Link
        to={`/ops/drivers/applications/${id}`}
        className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 py-2 hover:underline lg:grid-cols-[1fr_112px_1fr_140px_180px]"
      >
        <span className="font-medium">{name}</span>
        <span aria-hidden className="flex items-end self-end max-lg:hidden">
          {vehicle && <VehicleDrawing vehicleId={vehicle.rideType} paint={vehicle.paint} scale={7} />}
        </span>
        <span className="text-14 text-ink-2 max-lg:col-start-1">
          {vehicle ? `${vehicle.label} ${vehicle.year}, ${vehicleName(vehicle.rideType)}` : 'Company vehicle'}
        </span>
        <span className="text-14 text-ink-2 max-lg:col-start-1">{`${done} of ${of} checked`}</span>
        <span className="flex flex-wrap justify-between gap-x-3 text-14 text-ink-2 max-lg:col-start-1">
          <StatusDot tone={problem ? 'danger' : tone}>{problem ? 'Problem' : label}</StatusDot>
          {formatAge(new Date(sentAt), now)}
        </span>
      </Link>
    </li>
  );
}
