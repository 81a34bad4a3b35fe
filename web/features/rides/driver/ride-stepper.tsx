import clsx from 'clsx';
import type { DriverRide } from '#common/rides/ride.ts';
import {
  type RideStatus,
  STAMPS,
  type Stamp,
  type Stamped,
  stampSchema,
  statusLabel,
} from '#common/rides/ride-states.ts';
import { formatTime } from '#common/time.ts';

/** A step of a driver's ride. */
interface DriveStep {
  label: string;
  /** `passed`: skipped, since a later step is done. */
  state: 'done' | 'passed' | 'current' | 'ahead';
  /** When it was reached, ISO 8601; null when it was not reached or not recorded. */
  at: string | null;
}

const DRIVE: readonly (Stamp | RideStatus)[] = [...stampSchema.options, 'in_progress', 'completed'];

const isStamp = (step: Stamp | RideStatus): step is Stamp => step in STAMPS;

/**
 * Returns the steps of a ride with their state: On the way, Arrived, In progress, Completed. Empty for a
 * status outside these.
 */
export function driveSteps(ride: Pick<DriverRide, 'status' | keyof Stamped | 'history'>): DriveStep[] {
  const reached = reachedIndex(ride);
  if (reached === null) return [];
  return DRIVE.map((step, index) => {
    const at = isStamp(step)
      ? ride[STAMPS[step].field]
      : (ride.history.findLast(({ change }) => change === step)?.at ?? null);
    const label = isStamp(step) ? STAMPS[step].label : statusLabel(step);
    if (index > reached) return { label, state: 'ahead', at: null };
    if (index === reached) return { label, state: 'current', at };
    return { label, state: isStamp(step) && at === null ? 'passed' : 'done', at };
  });
}

/**
 * Returns the index of the last step reached; -1 before the driver has set off, null for a status outside the
 * steps.
 */
function reachedIndex(ride: Pick<DriverRide, 'status' | keyof Stamped>): number | null {
  if (ride.status !== 'accepted') return DRIVE.includes(ride.status) ? DRIVE.indexOf(ride.status) : null;
  return stampSchema.options.findLastIndex((stamp) => ride[STAMPS[stamp].field] !== null);
}

const NODES: Record<DriveStep['state'], string> = {
  done: 'size-3.5 bg-gold',
  current: 'size-4.5 border-4 border-gold bg-surface ring-4 ring-gold/20 timeline-current',
  passed: 'size-3.5 border-2 border-control',
  ahead: 'size-3.5 border-2 border-control',
};

/** A driver's steps on the route line, in a row even on a phone, with the times below. */
export const RideStepper = ({ steps, className }: { steps: readonly DriveStep[]; className?: string }) => (
  <ol className={clsx('flex', className)}>
    {steps.map(({ label, state, at }, index) => {
      const next = steps[index + 1];
      return (
        <li
          key={label}
          aria-current={state === 'current' ? 'step' : undefined}
          className="min-w-0 not-last:flex-1"
        >
          <span aria-hidden className="flex h-4.5 items-center gap-[3px] pr-[3px]">
            <span className={clsx('shrink-0', next ? 'rounded-full' : 'rounded-[2px]', NODES[state])} />
            {next && <span className={clsx('route-line flex-1', next.state === 'ahead' && 'text-line!')} />}
          </span>
          <p className="mt-2.5 pr-2 text-14 leading-snug last:pr-0 max-sm:text-12">
            <span className={at ? 'font-medium' : 'text-ink-2'}>{label}</span>
            {at && (
              <time dateTime={at} className="block text-ink-2 tabular-nums">
                {formatTime(new Date(at))}
              </time>
            )}
          </p>
        </li>
      );
    })}
  </ol>
);
