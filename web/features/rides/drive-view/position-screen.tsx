import clsx from 'clsx';
import { Navigation, NavigationOff } from 'lucide-react';
import type { DriverRide } from '#common/rides/ride.ts';
import { useOutage } from '#web/components/list-status.tsx';
import { useSharingState } from '../position/follow-sharing.ts';
import { shareForRide, stopForRide } from '../position/sharing-store.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import type { Command } from './drive-commands.tsx';
import { DriveFrame, type DriveFrameProps, StateMark } from './drive-frame.tsx';

interface SeenMarkProps {
  /** The driver's ride under way. */
  ride: DriverRide;
  onOpen: () => void;
}

/** A phone has no room for the icon next to a mark of more characters than `Let Samuel see you`. */
const LONG_MARK = 18;

/** The mark of a ride under way: whether the rider sees the car. Opens the position screen. */
export function SeenMark({ ride, onOpen }: SeenMarkProps) {
  const { isDown } = useOutage();
  const { state } = useSharingState();
  if (isDown) return <StateMark />;
  const mark = formatMark(state, riderName(ride));
  const isSeen = isOn(state) && state !== 'silent';
  const Icon = isSeen ? Navigation : NavigationOff;
  return (
    <button
      type="button"
      className="flex min-h-18 max-w-full items-center gap-3 text-left font-medium leading-tight"
      onClick={onOpen}
    >
      <span
        aria-hidden
        className={clsx(
          'grid size-9 shrink-0 place-items-center rounded-full',
          isSeen ? 'bg-ok/20 text-ok' : 'bg-gold/20 text-gold-ink',
          mark.length > LONG_MARK && 'max-sm:hidden',
        )}
      >
        <Icon size={20} />
      </span>
      <span className={clsx('min-w-0 whitespace-normal', !isSeen && 'text-gold-ink')}>{mark}</span>
    </button>
  );
}

type State = ReturnType<typeof useSharingState>['state'];

const isOn = (state: State): boolean => state === 'shared' || state === 'silent' || state === 'simulated';

function formatMark(state: State, name: string): string {
  if (state === 'silent') return 'No signal';
  if (state === 'blocked') return 'Position blocked';
  return isOn(state) ? `${name} sees you` : `Let ${name} see you`;
}

interface PositionScreenProps {
  ride: DriverRide;
  driverId: string;
  /** Frame props of the screen that this one replaces. */
  frame: Omit<DriveFrameProps, 'commands' | 'children'>;
  onDone: () => void;
}

/**
 * Explains who sees the driver's position, before the browser requests permission, and lets the driver stop
 * sharing.
 */
export function PositionScreen({ ride, driverId, frame, onDone }: PositionScreenProps) {
  const { state } = useSharingState();
  const name = riderName(ride);
  const then = (act: () => void) => () => {
    act();
    onDone();
  };
  const share: Command = { label: 'Share my position', run: then(() => shareForRide(ride.id, driverId)) };
  const stop: Command = { label: 'Stop sharing', run: then(() => stopForRide(ride.id)) };
  const commands = isOn(state)
    ? { main: { label: 'Keep sharing', run: onDone }, more: [stop] }
    : { main: share, more: [{ label: 'Not now', run: onDone }] };
  return (
    <DriveFrame {...frame} commands={commands} isPending={false} isUnsettled={false} problem={null}>
      <p className="text-40 font-semibold leading-tight">
        {isOn(state) ? `${name} sees you come` : `Let ${name} see you come?`}
      </p>
      <p className="mt-4 text-ink-2">
        {state === 'blocked'
          ? 'Allow your position beside the address first.'
          : `Dispatch and anyone ${name} shares the trip with see you too, until the ride is completed.`}
      </p>
    </DriveFrame>
  );
}
