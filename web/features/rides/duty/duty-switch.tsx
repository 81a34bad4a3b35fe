import type { OwnDriver } from '#common/drivers/driver.ts';
import { formatTime } from '#common/time.ts';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { setDuty } from './driver-store.ts';

/** Goes on or off duty, and says why when that is refused. */
export const useDuty = () =>
  useInFlight(async (isOnDuty: boolean) => {
    try {
      await setDuty(isOnDuty);
    } catch (error) {
      toast.error('Error', messageOf(error, isOnDuty ? 'Failed to go on duty' : 'Failed to go off duty'));
    }
  });

/** Whether the driver is on duty, and since when; kept on the server. */
export function DutySwitch({ driver: { isOnDuty, dutySince } }: { driver: OwnDriver }) {
  const { run } = useDuty();
  return (
    <Switch
      isOn={isOnDuty}
      onChange={run}
      className="max-sm:w-full max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-4"
    >
      <span>
        <span className="font-medium">{isOnDuty ? 'On duty' : 'Off duty'}</span>{' '}
        {dutySince && <span className="text-ink-2">since {formatTime(new Date(dutySince))}</span>}
      </span>
    </Switch>
  );
}
