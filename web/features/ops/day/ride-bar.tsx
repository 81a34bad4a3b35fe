import { useDraggable } from '@dnd-kit/core';
import clsx from 'clsx';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatRoute, type Span } from '#common/rides/overlap.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { formatTime } from '#common/time.ts';
import { formatStatus } from '../board/format-board-ride.ts';
import { placeIn } from '../place-in-window.ts';
import { isLate } from '../ride/ride-sentence.ts';
import type { Laned } from './day-layout.ts';
import type { PlannedRide } from './day-rows.ts';

/** Height of a lane, in pixels. */
export const LANE = 38;

interface RideBarProps {
  bar: Laned<PlannedRide>;
  window: Span;
  now: Date;
  /** The ride has no driver and can be dragged to a driver's row. */
  isUnassigned?: boolean;
  isOpen: boolean;
  /** The ride cannot be assigned, because the connection is down. */
  isDown: boolean;
  onOpen: (ride: StaffRide) => void;
  onAssign: (ride: StaffRide) => void;
}

/** A ride in its row. Enter or a click opens it, A assigns it, Space starts dragging an unassigned ride. */
export function RideBar({ bar, window, now, isUnassigned = false, isOpen, ...rest }: RideBarProps) {
  const { isDown, onOpen, onAssign } = rest;
  const { ride, lane } = bar;
  const place = placeIn(bar, window);
  const drag = useDraggable({ id: ride.id, disabled: !isUnassigned || isDown, data: { ride } });
  if (!place) return null;

  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key.toLowerCase() === 'a' && isPlain && isAssignable(ride)) {
      event.preventDefault();
      event.stopPropagation();
      if (!isDown) onAssign(ride);
      return;
    }
    if (isUnassigned) drag.listeners?.onKeyDown?.(event);
  };
  return (
    <li
      className="absolute z-[2]"
      style={{ left: `${place.left}%`, width: `${place.width}%`, top: 5 + lane * LANE, height: 36 }}
    >
      <button
        ref={drag.setNodeRef}
        type="button"
        {...(isUnassigned && {
          ...drag.listeners,
          'aria-describedby': drag.attributes['aria-describedby'],
          'aria-roledescription': 'ride to assign',
        })}
        aria-label={formatBar(bar, now)}
        onKeyDown={handleKeyDown}
        onClick={() => (isUnassigned && isTouched() && !isDown ? onAssign(ride) : onOpen(ride))}
        className={clsx(
          'day-bar @container block h-full w-full overflow-clip rounded-item border bg-surface px-1.5 text-left transition-colors hover:bg-sunken',
          isLate(ride, now) ? 'border-danger shadow-[0_0_0_1px_var(--danger)]' : 'border-line',
          isOpen && 'border-gold-ink! bg-sunken shadow-[0_0_0_1px_var(--gold-ink)]',
          drag.isDragging && 'opacity-40',
        )}
      >
        <BarFace ride={ride} progress={progressOf(bar, now)} />
      </button>
    </li>
  );
}

const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether a ride may be assigned or reassigned. */
const isAssignable = ({ status }: StaffRide): boolean => status === 'requested' || status === 'accepted';

/** The bar's label: `Hannah Cho, 5:00 PM to 9:00 PM, ARIA Resort to Red Rock Casino, Not accepted`. */
const formatBar = ({ ride, startMs, endMs }: PlannedRide, now: Date): string =>
  [
    ride.customerName,
    `${formatTime(new Date(startMs))} to ${formatTime(new Date(endMs))}`,
    formatRoute(ride),
    formatStatus(ride, undefined, now).label,
  ].join(', ');

/** The elapsed share of a ride under way, in percent; 100 for a ride in any other status. */
function progressOf({ ride, startMs, endMs }: PlannedRide, now: Date): number {
  if (ride.status !== 'in_progress') return 100;
  return Math.min(100, Math.max(0, ((now.getTime() - startMs) / (endMs - startMs)) * 100));
}

interface BarFaceProps {
  ride: StaffRide;
  progress: number;
  /** Shown at the right: whether the driver under the dragged ride fits. */
  children?: ReactNode;
}

/** Rider and route above a thin route line: hollow without a driver, grey once completed. */
export function BarFace({ ride, progress, children }: BarFaceProps) {
  const [first, ...rest] = ride.customerName.split(' ');
  const isHollow = ride.driverId === null;
  const isDone = ride.status === 'completed';
  return (
    <>
      <span className="flex bg-inherit text-12 leading-5 whitespace-nowrap">
        <span
          className={clsx(
            'day-kept -ml-1.5 min-w-0 truncate bg-inherit px-1.5',
            isDone ? 'text-ink-2' : 'font-medium',
          )}
        >
          {first} <span className="@max-[6.5rem]:hidden">{rest.join(' ')}</span>
        </span>
        <span className="min-w-0 flex-1 truncate text-ink-2 @max-[11rem]:hidden">{formatRoute(ride)}</span>
        {children}
      </span>
      <span aria-hidden className="flex h-2.5 items-center gap-[2.5px]">
        <span
          className={clsx(
            'size-2 shrink-0 rounded-full',
            isHollow ? 'border border-control' : isDone ? 'bg-control' : 'bg-gold',
          )}
        />
        <span className="flex min-w-0 flex-1 overflow-clip">
          <span
            data-size="half"
            className={clsx('route-line', (isHollow || isDone) && 'text-control!')}
            style={{ width: `${progress}%` }}
          />
          <span data-size="half" className="route-line flex-1 text-line!" />
        </span>
        <span
          className={clsx(
            'size-2 shrink-0 rounded-[1px]',
            isHollow ? 'border border-control' : isDone ? 'bg-control' : 'bg-ink',
          )}
        />
      </span>
    </>
  );
}
