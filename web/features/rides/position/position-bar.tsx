import clsx from 'clsx';
import { Navigation, NavigationOff, Pause, Play, SatelliteDish } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { DriverRide } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import { useRideStore } from '../store/ride-store.ts';
import { useSharing, useSharingState } from './follow-sharing.ts';
import {
  hasAgreed,
  setDrivePaused,
  setDriveSpeed,
  shareForRide,
  simulateDrive,
  stopForRide,
  useSharingStore,
} from './sharing-store.ts';
import { DRIVE_SPEEDS } from './simulate-drive.ts';

const PositionPrimer = lazy(() =>
  import('./position-primer.tsx').then((module) => ({ default: module.PositionPrimer })),
);

/**
 * Shown on all screens of a driver with a ride under way: who sees their position, and a button to stop
 * sharing.
 */
export function PositionBar({ driverId }: { driverId: string }) {
  const ride = useSharing(driverId);
  return ride && <Bar ride={ride} driverId={driverId} />;
}

function Bar({ ride, driverId }: { ride: DriverRide; driverId: string }) {
  const { state, lastAt } = useSharingState();
  const [isAsking, setIsAsking] = useState(false);
  const isDemo = useConfig()?.demo ?? false;
  const name = riderName(ride);
  const share = () => (hasAgreed(driverId) ? shareForRide(ride.id, driverId) : setIsAsking(true));

  return (
    <section aria-label="Your position" className="border-line border-b bg-sunken">
      <div className="column flex min-h-11 flex-wrap items-center gap-x-4 py-0.5 text-14 lg:min-h-12">
        <p role="status" className="mr-auto flex items-center gap-3 font-medium">
          <BarIcon state={state} />
          {textOf(state, { name, since: lastAt })}
        </p>
        {state === 'simulated' && <DriveControls />}
        {state !== 'simulated' && isDemo && <SimulateButton ride={ride} />}
        {state === 'shared' || state === 'silent' || state === 'simulated' ? (
          <BarButton onClick={() => stopForRide(ride.id)}>Stop</BarButton>
        ) : (
          <BarButton onClick={share}>{SHARE[state]}</BarButton>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <PositionPrimer
            name={name}
            onShare={() => {
              setIsAsking(false);
              shareForRide(ride.id, driverId);
            }}
            onRefuse={() => {
              setIsAsking(false);
              stopForRide(ride.id);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

const SHARE = { off: 'Share my position', stopped: 'Share again', blocked: 'Try again' } as const;

function textOf(state: keyof typeof ICONS, { name, since }: { name: string; since: Date | null }): string {
  switch (state) {
    case 'silent':
      return since ? `No signal since ${formatTime(since)}` : 'No signal';
    case 'shared':
      return `${name} sees where you are`;
    case 'simulated':
      return 'Demo: a simulated drive';
    case 'stopped':
      return `${name} no longer sees you.`;
    case 'blocked':
      return 'Your position is blocked. Allow it beside the address.';
    default:
      return `Let ${name} see you come?`;
  }
}

const ICONS = {
  off: Navigation,
  shared: Navigation,
  simulated: Play,
  stopped: NavigationOff,
  blocked: NavigationOff,
  silent: SatelliteDish,
};

function BarIcon({ state }: { state: keyof typeof ICONS }) {
  const Icon = ICONS[state];
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-6 shrink-0 place-items-center rounded-full',
        state === 'shared' ? 'bg-ok/20 text-ok' : 'bg-gold/20 text-gold-ink',
      )}
    >
      <Icon size={14} />
    </span>
  );
}

const BarButton = ({
  onClick,
  label,
  children,
}: {
  onClick: () => void;
  label?: string;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="flex min-h-11 items-center gap-2 font-semibold text-gold-ink hover:underline"
  >
    {children}
  </button>
);

function SimulateButton({ ride }: { ride: DriverRide }) {
  const start = async () => {
    try {
      await simulateDrive(ride.id, () => useRideStore.getState().driverRides.rides[ride.id]);
    } catch (error) {
      toastFailure('Error', error, 'Not simulated. Try again.');
    }
  };
  return <BarButton onClick={start}>Simulate the drive</BarButton>;
}

function DriveControls() {
  const { speed, isPaused } = useSharingStore();
  return (
    <>
      <BarButton onClick={() => setDrivePaused(!isPaused)}>
        {isPaused ? <Play aria-hidden size={16} /> : <Pause aria-hidden size={16} />}
        {isPaused ? 'Resume' : 'Pause'}
      </BarButton>
      <fieldset className="flex">
        <legend className="sr-only">Speed</legend>
        {DRIVE_SPEEDS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === speed}
            aria-label={`${each} times as fast`}
            onClick={() => setDriveSpeed(each)}
            className="figures min-h-11 min-w-11 px-2 text-ink-2 aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:underline aria-pressed:underline-offset-4"
          >
            {each}×
          </button>
        ))}
      </fieldset>
    </>
  );
}
