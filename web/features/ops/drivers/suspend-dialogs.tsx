import { useCallback, useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import {
  listRidesOfDriver,
  readDriver,
  reinstateDriver,
  suspendDriver,
} from '#common/drivers/drivers-api.ts';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { AffectedRides } from '../affected-rides.tsx';
import { OutcomeDialog } from '../outcome-dialog.tsx';

interface StandingDialogProps {
  driver: StaffDriver;
  onChanged: (driver: StaffDriver) => void;
  onClose: () => void;
}

/** Shows the driver as they are now; if that fails, the page stays as it is. */
const showNewest = ({ driver: { id: driverId }, onChanged }: StandingDialogProps): Promise<void> =>
  call(readDriver, { driverId }).then(
    ({ driver }) => onChanged(driver),
    () => {},
  );

const formatRides = (count: number): string =>
  count === 1 ? '1 ride needs another driver' : `${count} rides need another driver`;

/** Suspends a driver with a reason, and lists the rides that then need another driver. */
export function SuspendDialog(props: StandingDialogProps) {
  const { driver: asked, onChanged, onClose } = props;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => call(listRidesOfDriver, { driverId: asked.id }, { signal }),
    [asked.id],
  );

  return (
    <OutcomeDialog
      title={`Suspend ${asked.name}?`}
      text="They go off duty at once and can’t accept rides. Their accepted rides need another driver."
      button="Suspend"
      done={`${asked.name} is suspended`}
      formatRides={formatRides}
      onUnsure={() => void showNewest(props)}
      act={async () => {
        const checked = suspendDriver.body.safeParse({ reason });
        if (!checked.success) {
          setProblem(checked.error.issues[0]?.message ?? null);
          document.getElementsByName('reason')[0]?.focus();
          return null;
        }
        setProblem(null);
        const { driver, rides } = await call(suspendDriver, { driverId: asked.id, ...checked.data });
        onChanged(driver);
        return rides;
      }}
      onClose={onClose}
    >
      <AffectedRides load={load} formatCount={formatRides} />
      <Field label="Reason" hint="Saved in the log, with your name." error={problem} className="mb-5">
        {(control) => (
          <TextArea
            {...control}
            name="reason"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </OutcomeDialog>
  );
}

/**
 * Ends the suspension that the driver had when the dialog was opened. If the driver has changed since, shows
 * them as they are now behind the dialog; reinstating them takes opening it again.
 */
export function ReinstateDialog(props: StandingDialogProps) {
  const { driver: asked, onChanged, onClose } = props;
  const [version] = useState(asked.version);
  return (
    <OutcomeDialog
      title={`Reinstate ${asked.name}?`}
      text="They stay off duty. Once they go on duty, they are offered rides again."
      button="Reinstate"
      done={`${asked.name} is reinstated`}
      onUnsure={() => void showNewest(props)}
      act={async () => {
        try {
          onChanged((await call(reinstateDriver, { driverId: asked.id, version })).driver);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') await showNewest(props);
          throw error;
        }
        return [];
      }}
      onClose={onClose}
    />
  );
}
