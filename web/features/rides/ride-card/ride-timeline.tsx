import clsx from 'clsx';
import type { HistoryEntry } from '#common/rides/ride-fields.ts';
import {
  lastStamp,
  type RideStatus,
  STAMPS,
  type Stamp,
  type Stamped,
  stampSchema,
  statusLabel,
  TIMELINE,
} from '#common/rides/ride-states.ts';
import { dateInVegas, formatDay, formatTime } from '#common/time.ts';

const NODES: Record<TimelineStep['state'], string> = {
  done: 'size-3.5 bg-gold',
  current: 'size-4.5 border-4 border-gold bg-surface ring-4 ring-gold/20 timeline-current',
  ahead: 'size-3.5 border-2 border-control',
};

/** The line to the next step, gold once that is reached. */
const Segment = ({ isReached, direction }: { isReached: boolean; direction: 'horizontal' | 'vertical' }) => (
  <span
    data-direction={direction}
    className={clsx(
      'route-line',
      direction === 'vertical' ? 'flex-1 sm:hidden' : 'flex-1 max-sm:hidden',
      !isReached && 'text-line!',
    )}
  />
);

/** A ride's steps on the route line: in a row, stacked on a phone. */
export const RideTimeline = ({
  steps,
  className,
}: {
  steps: readonly TimelineStep[];
  className?: string;
}) => (
  <ol className={clsx('sm:flex', className)}>
    {steps.map(({ label, state, when, at }, index) => {
      const next = steps[index + 1];
      const isLast = next === undefined;
      return (
        <li
          key={label}
          aria-current={state === 'current' ? 'step' : undefined}
          className="flex gap-x-4 text-14 max-sm:not-last:min-h-12 sm:block sm:not-last:flex-1"
        >
          <span
            aria-hidden
            className="flex w-4.5 flex-col items-center sm:h-4.5 sm:w-auto sm:flex-row sm:gap-[3px] sm:pr-[3px]"
          >
            <span className={clsx('shrink-0', isLast ? 'rounded-[2px]' : 'rounded-full', NODES[state])} />
            {next && <Segment isReached={next.state !== 'ahead'} direction="vertical" />}
            {next && <Segment isReached={next.state !== 'ahead'} direction="horizontal" />}
          </span>
          <p className="flex flex-1 justify-between gap-4 leading-4.5 sm:mt-3 sm:block">
            <span className={state === 'ahead' ? 'text-ink-2' : 'font-medium'}>{label}</span>
            {when && at && (
              <time dateTime={at} className="text-ink-2 tabular-nums sm:mt-1 sm:block">
                {when}
              </time>
            )}
          </p>
        </li>
      );
    })}
  </ol>
);

/** A step of the timeline. */
interface TimelineStep {
  label: string;
  state: 'done' | 'current' | 'ahead';
  /** The time if it was today, else the day; null when it has not happened or was not recorded. */
  when: string | null;
  /** The instant, ISO 8601. */
  at: string | null;
}

const whenText = (at: Date, now: Date) =>
  dateInVegas(at) === dateInVegas(now) ? formatTime(at) : formatDay(at, now);

interface Travelled {
  status: RideStatus;
  history: readonly HistoryEntry[];
}

/**
 * Builds the steps from request to completion from a ride's history. Empty for a status outside these steps.
 */
export const timelineSteps = (ride: Travelled, now: Date): TimelineStep[] =>
  stepsOf(ride, now, { order: TIMELINE, reached: ride.status });

/** Builds the same steps as `timelineSteps`, plus the driver's stamps on the way to the pickup. */
export const journeySteps = (ride: Travelled & Stamped, now: Date): TimelineStep[] =>
  stepsOf(ride, now, { order: JOURNEY, reached: lastStamp(ride) ?? ride.status });

/** The driver's stamps follow the acceptance. */
const JOURNEY: readonly (RideStatus | Stamp)[] = TIMELINE.flatMap((status) =>
  status === 'accepted' ? [status, ...stampSchema.options] : [status],
);

/**
 * Returns the share of these steps that a ride has completed, from 0 to 1; 0 for a status outside these
 * steps.
 */
export const journeyDone = (ride: { status: RideStatus } & Stamped): number =>
  Math.max(0, JOURNEY.indexOf(lastStamp(ride) ?? ride.status)) / (JOURNEY.length - 1);

interface Way {
  order: readonly (RideStatus | Stamp)[];
  /** The step that the ride has reached. */
  reached: RideStatus | Stamp;
}

function stepsOf({ history }: Travelled, now: Date, { order, reached }: Way): TimelineStep[] {
  const current = order.indexOf(reached);
  if (current === -1) return [];
  return order.map((step, index) => {
    // The last entry: a ride taken from its driver is accepted again.
    const at = history.findLast((entry) => entry.change === step)?.at ?? null;
    return {
      label: labelOf(step),
      state: index < current ? 'done' : index === current ? 'current' : 'ahead',
      when: at && index <= current ? whenText(new Date(at), now) : null,
      at: index <= current ? at : null,
    };
  });
}

function labelOf(step: RideStatus | Stamp): string {
  const stamp = stampSchema.safeParse(step).data;
  return stamp ? STAMPS[stamp].label : statusLabel(step);
}
