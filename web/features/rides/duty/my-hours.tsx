import { type FormEvent, useState } from 'react';
import type { OwnDriver, WeeklyHours } from '#common/drivers/driver.ts';
import * as api from '#common/drivers/drivers-api.ts';
import { mergeHours } from '#web/components/merge-hours.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { draftHours, hoursOf, WeeklyHoursFields } from '#web/components/weekly-hours-fields.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { loadDriver, receiveDriver, useDriverStore } from './driver-store.ts';

interface MyHoursProps {
  driver: OwnDriver;
  onClose: () => void;
}

/**
 * The driver's planned weekly hours. A day that staff or another page saves meanwhile is reloaded, and named
 * in a notice when it was also edited here.
 */
export function MyHours({ driver, onClose }: MyHoursProps) {
  const [stored, setStored] = useState(driver.weeklyHours);
  const [hours, setHours] = useState(() => stored.map(draftHours));
  const [lost, setLost] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);

  const mergeWith = (now: WeeklyHours) =>
    mergeHours({ before: stored.map(draftHours), typed: hours, now: now.map(draftHours) });

  if (stored !== driver.weeklyHours) {
    const next = mergeWith(driver.weeklyHours);
    setStored(driver.weeklyHours);
    setHours(next.merged);
    setLost([...new Set([...lost, ...next.lost])]);
    // Errors are keyed by row index, so they no longer match.
    if (hours.some((row, index) => row !== next.merged[index])) setProblems({});
  }

  /** @returns whether the hours were saved; the page says why not */
  const saveMerged = async (): Promise<boolean> => {
    // Reload first: saving replaces all days, and this page receives no event about hours saved on another
    // page.
    if (!(await loadDriver())) {
      toast.error('Error', 'Failed to save your hours');
      return false;
    }
    const { driver: now } = useDriverStore.getState();
    if (now && now.id !== driver.id) {
      toast.error('Error', 'Another driver is signed in now. Your hours were not saved.');
      return false;
    }
    const next = mergeWith(now?.weeklyHours ?? stored);
    if (next.lost.length > 0) return false;
    const weeklyHours = next.merged.map(hoursOf);
    receiveDriver(await call(api.setWeeklyHours, { weeklyHours, version: now?.version }));
    return true;
  };

  /** Saves once more if the driver was changed between reading and saving. */
  const saveAgain = (error: unknown): Promise<boolean> => {
    if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') return saveMerged();
    throw error;
  };

  const { run, isPending } = useInFlight(async () => {
    setLost([]);
    const { error } = api.setWeeklyHours.body.safeParse({ weeklyHours: hours.map(hoursOf) });
    setProblems(fieldErrors(error?.issues ?? []));
    if (error) return;
    try {
      if (!(await saveMerged().catch(saveAgain))) return;
      toast.success('Hours saved', 'You still go on duty yourself.');
      onClose();
    } catch (error) {
      toastFailure('Error', error, 'Failed to save your hours');
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Weekly hours"
      description="The hours you plan to work. When they begin, this page reminds you to go on duty. Dispatch sees them too."
    >
      <form ref={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <div className="-mx-1 flex max-h-[50dvh] flex-col gap-5 overflow-y-auto px-1">
          <WeeklyHoursFields hours={hours} onChange={setHours} problems={problems} />
        </div>
        <p role="alert" className="text-14 text-danger empty:hidden">
          {droppedChangesMessage(lost)}
        </p>
        <Button type="submit" isPending={isPending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </Dialog>
  );
}

/** Builds the notice about edits that were replaced by newer hours. */
const droppedChangesMessage = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `Changed by dispatch or in another window of yours, and now up to date: ${names.join(', ')}. Please check them, then save.`;
