import { type FormEvent, useState } from 'react';
import type { OwnDriver } from '#common/drivers/driver.ts';
import * as api from '#common/drivers/drivers-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { draftHours, hoursOf, WeeklyHoursFields } from '#web/components/weekly-hours-fields.tsx';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { receiveDriver } from './driver-store.ts';

interface MyHoursProps {
  driver: OwnDriver;
  onClose: () => void;
}

/** The hours a driver proposes to work each week. */
export function MyHours({ driver, onClose }: MyHoursProps) {
  const [hours, setHours] = useState(() => driver.weeklyHours.map(draftHours));
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);

  const { run, isPending } = useInFlight(async () => {
    const checked = api.setWeeklyHours.body.safeParse({ weeklyHours: hours.map(hoursOf) });
    setProblems(fieldErrors(checked.error?.issues ?? []));
    if (!checked.success) return;
    try {
      receiveDriver(await call(api.setWeeklyHours, checked.data));
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
      description="What you mean to work. When your hours begin, this page reminds you to go on duty; dispatch sees them too."
    >
      <form ref={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <div className="flex max-h-[50dvh] flex-col gap-5 overflow-y-auto">
          <WeeklyHoursFields hours={hours} onChange={setHours} problems={problems} />
        </div>
        <Button type="submit" isPending={isPending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
