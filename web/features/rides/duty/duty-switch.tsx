import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { OwnDriver } from '#common/drivers/driver.ts';
import { hoursBegunAt } from '#common/drivers/weekly-hours.ts';
import { dateInVegas, formatDay, formatTime } from '#common/time.ts';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { setDuty } from './driver-store.ts';

const MyHours = lazy(() => import('./my-hours.tsx').then((module) => ({ default: module.MyHours })));

/** Sets the driver on or off duty, and shows an error when that is refused. */
export const useDuty = () =>
  useInFlight(async (isOnDuty: boolean) => {
    try {
      await setDuty(isOnDuty);
    } catch (error) {
      toastFailure('Error', error, isOnDuty ? 'Failed to go on duty' : 'Failed to go off duty');
    }
  });

/** The switch for duty, stored on the server, and since when it is on. */
export function DutySwitch({ driver }: { driver: OwnDriver }) {
  const { isOnDuty, dutySince } = driver;
  const { run } = useDuty();
  const now = useNow();
  const [isEditing, setIsEditing] = useState(false);
  useHoursReminder(driver, () => void run(true));

  return (
    <>
      <Switch isOn={isOnDuty} onChange={run} className="text-left">
        <span>
          <span className="font-medium">{isOnDuty ? 'On duty' : 'Off duty'}</span>{' '}
          {dutySince && (
            <span className="text-ink-2 max-sm:block">since {formatSince(new Date(dutySince), now)}</span>
          )}
        </span>
      </Switch>
      <button
        type="button"
        className="inline-flex min-h-11 items-center text-14 font-semibold text-gold-ink underline-offset-4 hover:underline max-sm:order-last max-sm:-my-2 max-sm:w-full"
        onClick={() => setIsEditing(true)}
      >
        Weekly hours
      </button>
      {isEditing && (
        <Suspense>
          <MyHours driver={driver} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Formats an instant as `9:00 AM`, or `9:00 AM, Thu 19 Nov` for another day. */
const formatSince = (at: Date, now: Date): string =>
  dateInVegas(at) === dateInVegas(now) ? formatTime(at) : `${formatTime(at)}, ${formatDay(at, now)}`;

/** Reminds the driver once when their weekly hours begin while they are off duty. */
function useHoursReminder({ isOnDuty, weeklyHours }: OwnDriver, goOnDuty: () => void): void {
  const begun = hoursBegunAt(weeklyHours, useNow())?.getTime() ?? null;
  const known = useRef(begun);
  const goOn = useRef(goOnDuty);
  useEffect(() => {
    goOn.current = goOnDuty;
  });
  useEffect(() => {
    const isNew = begun !== null && begun !== known.current;
    known.current = begun;
    if (isNew && !isOnDuty)
      toast.success('Your hours have begun', undefined, {
        label: 'Go on duty',
        onPress: () => goOn.current(),
      });
  }, [begun, isOnDuty]);
}
