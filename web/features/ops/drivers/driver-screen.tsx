import { ChevronLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { readDriver } from '#common/drivers/drivers-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { AlertStrip } from '../alerts/alert-strip.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { PersonDataDialog } from '../people/person-data.tsx';
import { RemoveFactorsDialog } from '../remove-factors-dialog.tsx';
import { DriverFacts, DriverPapers, DriverVehicles } from './driver-facts.tsx';
import { DriverPanel } from './driver-panel.tsx';
import { StaffDriverRating } from './driver-rating.tsx';
import { formatDuty } from './format-driver.ts';
import { ReinstateDialog, SuspendDialog } from './suspend-dialogs.tsx';

interface DriverScreenProps {
  driverId: string;
  /** Admins can also edit and reinstate. */
  isAdmin: boolean;
}

/** A driver: state, papers, hours, vehicles, rating. */
export function DriverScreen({ driverId, isAdmin }: DriverScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) => call(readDriver, { driverId }, { signal }).then(({ driver }) => driver),
    [driverId],
  );
  const { state, reload, change } = useLoaded(load);

  return (
    <>
      <Link
        to="/ops/drivers"
        className="mt-3 -mb-3 -ml-1 inline-flex min-h-11 items-center gap-1.5 font-semibold text-14 text-gold-ink hover:underline"
      >
        <ChevronLeft aria-hidden size={18} /> Drivers
      </Link>
      {state.phase !== 'loaded' && <OpsHeader title="Driver" />}
      {state.phase === 'loading' && <LoadingLine label="Loading the driver..." className="mt-4" />}
      {state.phase === 'failed' && (
        <FailedState title="We couldn't load the driver" text={messageOf(state.error)} onRetry={reload} />
      )}
      {state.phase === 'loaded' && (
        <ShownDriver
          driver={state.value}
          isAdmin={isAdmin}
          // A late reply may be about a driver whose page was left for another's.
          onChanged={(driver) => change((shown) => (driver.id === shown.id ? driver : shown))}
        />
      )}
    </>
  );
}

interface ShownDriverProps {
  driver: StaffDriver;
  isAdmin: boolean;
  onChanged: (driver: StaffDriver) => void;
}

function ShownDriver({ driver, isAdmin, onChanged }: ShownDriverProps) {
  const [opened, setOpened] = useState<'edit' | 'suspend' | 'reinstate' | 'factors' | 'data' | null>(null);
  const now = useNow();
  const navigate = useNavigate();
  const { tone, text } = formatDuty(driver, now);
  const dialog = { driver, onChanged, onClose: () => setOpened(null) };

  return (
    <>
      <OpsHeader title={driver.name} note={<StatusDot tone={tone}>{text}</StatusDot>}>
        {isAdmin && (
          <Button variant="outline" className={OPS_CONTROL} onClick={() => setOpened('edit')}>
            Edit documents and hours
          </Button>
        )}
        {isAdmin && (
          <>
            <Button variant="outline" className={OPS_CONTROL} onClick={() => setOpened('factors')}>
              Remove passkeys and app
            </Button>
            <Button variant="outline" className={OPS_CONTROL} onClick={() => setOpened('data')}>
              Data
            </Button>
          </>
        )}
        {driver.state === 'active' && (
          <Button
            variant="outline"
            className={`${OPS_CONTROL} border-danger! text-danger!`}
            onClick={() => setOpened('suspend')}
          >
            Suspend
          </Button>
        )}
        {driver.state === 'suspended' && isAdmin && (
          <Button className={OPS_CONTROL} onClick={() => setOpened('reinstate')}>
            Reinstate
          </Button>
        )}
      </OpsHeader>
      <AlertStrip kind="driver" subjectId={driver.id} />
      {driver.suspension && (
        <p className="mb-4 border-danger border-l-2 pl-4">
          <span className="block font-medium text-danger">Why they are suspended</span>
          {driver.suspension.reason}
        </p>
      )}
      <div className="grid gap-x-16 gap-y-10 pt-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <DriverFacts driver={driver} />
        <div className="grid content-start gap-10">
          <DriverPapers driver={driver} now={now} />
          <DriverVehicles driver={driver} now={now} />
          <StaffDriverRating driverId={driver.id} now={now} />
        </div>
      </div>
      {opened === 'edit' && (
        <DriverPanel driver={driver} onReceived={onChanged} onClose={() => setOpened(null)} />
      )}
      {opened === 'factors' && <RemoveFactorsDialog person={driver} onClose={dialog.onClose} />}
      {opened === 'data' && (
        <PersonDataDialog
          person={driver}
          onClose={() => setOpened(null)}
          onDeleted={() => navigate('/ops/drivers')}
        />
      )}
      {opened === 'suspend' && <SuspendDialog {...dialog} />}
      {opened === 'reinstate' && <ReinstateDialog {...dialog} />}
    </>
  );
}
