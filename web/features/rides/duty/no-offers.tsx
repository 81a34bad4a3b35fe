import { lazy, Suspense, useState } from 'react';
import type { OwnDriver } from '#common/drivers/driver.ts';
import { hoursBegunAt } from '#common/drivers/weekly-hours.ts';
import { formatTime } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useDuty } from './duty-switch.tsx';

const MyVehicles = lazy(() => import('./my-vehicles.tsx').then((module) => ({ default: module.MyVehicles })));

/** Returns why a driver receives no offers at all; null when they do. */
export function whyNoOffers({ state, isOnDuty, serves }: OwnDriver) {
  if (state !== 'active') return state;
  if (!isOnDuty) return 'off-duty';
  return serves.length === 0 ? 'no-vehicle' : null;
}

interface NoOffersProps {
  driver: OwnDriver;
  why: NonNullable<ReturnType<typeof whyNoOffers>>;
}

/** Shown instead of the offers: why there are none, and what the driver can do. */
export function NoOffers({ driver, why }: NoOffersProps) {
  switch (why) {
    case 'none':
      return (
        <EmptyState
          title="You're not approved yet"
          text="Requests appear here once your application is approved."
        />
      );
    case 'suspended':
      return (
        <EmptyState
          title="Your driver account is suspended"
          text="No requests come until it is reinstated. Please call dispatch."
        />
      );
    case 'off-duty':
      return <OffDuty driver={driver} />;
    default:
      return <NoVehicle driver={driver} />;
  }
}

function OffDuty({ driver }: Pick<NoOffersProps, 'driver'>) {
  const { run, isPending } = useDuty();
  const begun = hoursBegunAt(driver.weeklyHours, useNow());
  return (
    <EmptyState
      title="You're off duty"
      text={
        begun
          ? `Your hours began at ${formatTime(begun)}. No requests come until you go on duty.`
          : 'No requests come, nothing rings, and nobody sees where you are.'
      }
      action={
        <Button isPending={isPending} pendingLabel="Going on duty..." onClick={() => run(true)}>
          Go on duty
        </Button>
      }
    />
  );
}

function NoVehicle({ driver }: Pick<NoOffersProps, 'driver'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <EmptyState
        title="None of your vehicles is on the road"
        text="You get requests once one of them is, with valid documents."
        action={<Button onClick={() => setIsOpen(true)}>My Vehicles</Button>}
      />
      {isOpen && (
        <Suspense>
          <MyVehicles driver={driver} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
