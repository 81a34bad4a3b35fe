import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatDollars } from '#common/money.ts';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import { freeUntil } from '#common/rides/cancellation.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { formatTime, toInstant } from '#common/time.ts';

/** A stage of a ride with its cancellation fee. */
interface MeterStage {
  /** `Free`, or `$5`. */
  cost: string;
  /** When this fee applies. */
  when: string;
  state: 'passed' | 'current' | 'ahead';
}

/** Returns the cancellation fee at each stage of a ride; empty when no stage has a fee. */
export function meterStages(ride: RiderRide, quote: CancellationQuote, now: Date): MeterStage[] {
  const { fees } = quote;
  if (fees.noShow === 0) return [];
  const stages = [
    { cost: 'Free', when: freeWhen(ride, quote, now) },
    {
      cost: formatDollars(fees.accepted),
      when: ride.driverId === null ? 'once a driver has accepted' : 'before arrival',
    },
    { cost: formatDollars(fees.arrived), when: 'after arrival' },
    { cost: formatDollars(fees.noShow), when: 'no-show' },
  ];
  const current = quote.feeCents === 0 ? 0 : ride.arrivedAt ? 2 : 1;
  return stages.map((stage, index) => ({
    ...stage,
    state: index < current ? 'passed' : index === current ? 'current' : 'ahead',
  }));
}

function freeWhen(ride: RiderRide, quote: CancellationQuote, now: Date): string {
  if (quote.freeUntil) return `until ${formatDayTimeWithZone(new Date(quote.freeUntil), now)}`;
  if (ride.driverId === null) return 'until a driver accepts';
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  if (!pickup) return 'more than 1 hour before pickup';
  return `until ${formatDayTimeWithZone(freeUntil({ ...ride, scheduledAt: pickup.toISOString() }), now)}`;
}

const NODES: Record<MeterStage['state'], string> = {
  passed: 'size-3.5 bg-gold',
  current: 'size-4.5 border-4 border-gold bg-surface ring-4 ring-gold/20',
  ahead: 'size-3.5 border-2 border-control bg-surface',
};

/** The line from a stage to the next: gold when passed, pale while current. */
const LINES: Record<MeterStage['state'], string> = {
  passed: '',
  current: 'opacity-42',
  ahead: 'text-line!',
};

interface RefundMeterProps {
  stages: readonly MeterStage[];
  now: Date;
  /** The rendered vehicle, shown at the current stage. */
  vehicle: ReactNode;
}

/**
 * The cancellation fee along the route line, from free to no-show, with the ride's current stage. Vertical on
 * a phone.
 */
export const RefundMeter = ({ stages, now, vehicle }: RefundMeterProps) => (
  <ol aria-label="What cancelling costs" className="sm:flex">
    {stages.map(({ cost, when, state }, index) => {
      const isCurrent = state === 'current';
      const isLast = index === stages.length - 1;
      return (
        <li
          key={when}
          aria-current={isCurrent ? 'step' : undefined}
          className={clsx(
            'flex gap-x-4 max-sm:not-last:min-h-14.5 sm:flex-col',
            isLast ? 'sm:w-18 sm:shrink-0' : isCurrent ? 'sm:grow-3 sm:basis-0' : 'sm:grow-2 sm:basis-0',
          )}
        >
          <div
            aria-hidden
            className="-mb-[9px] relative hidden h-12 items-end gap-3 pl-7 text-14 font-medium whitespace-nowrap sm:flex"
          >
            {isCurrent && (
              <>
                <span className="w-18 shrink-0 *:block *:h-auto *:max-h-10 *:w-full">{vehicle}</span>
                <span className="pb-4">Now, {formatTime(now)}</span>
              </>
            )}
          </div>
          <span
            aria-hidden
            className="flex w-4.5 shrink-0 flex-col items-center sm:h-4.5 sm:w-auto sm:flex-row sm:gap-[3px] sm:pr-[3px]"
          >
            <span className={clsx('shrink-0', isLast ? 'rounded-[2px]' : 'rounded-full', NODES[state])} />
            {!isLast && (
              <>
                <span
                  data-direction="vertical"
                  className={clsx('route-line flex-1 sm:hidden', LINES[state])}
                />
                <span className={clsx('route-line flex-1 max-sm:hidden', LINES[state])} />
              </>
            )}
          </span>
          <p
            className={clsx(
              'flex flex-1 justify-between gap-4 leading-snug sm:mt-2.5 sm:block',
              isLast ? 'sm:whitespace-nowrap' : 'sm:pr-4',
              !isCurrent && 'text-ink-2',
            )}
          >
            <span className={clsx('figures order-2 sm:block', isCurrent ? 'sm:text-22' : 'font-normal')}>
              {cost}
            </span>
            <span className="sm:mt-0.5 sm:block sm:text-14">
              <span className="first-letter:uppercase max-sm:inline-block">{when}</span>
              {isCurrent && (
                <span className="block text-14 text-gold-ink sm:sr-only"> Now, {formatTime(now)}</span>
              )}
            </span>
          </p>
        </li>
      );
    })}
  </ol>
);
