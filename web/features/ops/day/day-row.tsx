import { useDroppable } from '@dnd-kit/core';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { MINUTE_MS } from '#common/durations.ts';
import type { Span } from '#common/rides/overlap.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { formatTime } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { formatDuration } from '../format-duration.ts';
import { placeIn } from '../place-in-window.ts';
import { isLate } from '../ride/ride-sentence.ts';
import { freeOf, type Gap, type Laned, LITTLE_MINUTES, layOutRow } from './day-layout.ts';
import type { DriverDay, PlannedRide } from './day-rows.ts';
import { LANE, RideBar } from './ride-bar.tsx';

/** Props shared by every row. */
export interface RowProps {
  window: Span;
  now: Date;
  openRideId: string | null;
  /** No ride can be assigned, because the connection is down. */
  isDown: boolean;
  onOpen: (ride: StaffRide) => void;
  onAssign: (ride: StaffRide) => void;
}

/** The rides without a driver, above the drivers' rows. */
export function UnassignedRow({ rides, ...row }: RowProps & { rides: readonly PlannedRide[] }) {
  const { bars, lanes } = layOutRow(rides);
  return (
    <section
      aria-label="Unassigned"
      data-kind="unassigned"
      className="day-row border-line border-b bg-surface"
    >
      <div className="day-label">
        <h2 className="display text-22">Unassigned</h2>
        <p className="text-12 text-ink-2">
          {rides.length === 0
            ? 'Every ride has a driver'
            : `${rides.length} ${rides.length === 1 ? 'ride' : 'rides'}${formatNext(bars, row.now)}`}
        </p>
      </div>
      <Track lanes={lanes}>
        {bars.map((bar) => (
          <RideBar key={bar.ride.id} bar={bar} isUnassigned {...barProps(row, bar.ride)} />
        ))}
      </Track>
    </section>
  );
}

/** When the next ride begins, which may be out of view; empty once all have begun. */
function formatNext(bars: readonly PlannedRide[], now: Date): string {
  const next = bars.find(({ startMs }) => startMs > now.getTime());
  return next ? `, next at ${formatTime(new Date(next.startMs))}` : '';
}

const barProps = ({ openRideId, ...row }: RowProps, ride: StaffRide) => ({
  ...row,
  isOpen: openRideId === ride.id,
});

/** A driver's row: rides, free time, overlaps, and time off duty. Rides can be dropped on it. */
export function DriverRow({ day, ...row }: RowProps & { day: DriverDay }) {
  const { driver, details, rides, offDuty } = day;
  const { setNodeRef, isOver } = useDroppable({ id: driver.id, data: { driver } });
  const { bars, lanes, gaps, overlaps } = layOutRow(rides);
  const vehicle = details?.vehicles.find(({ state }) => state === 'active') ?? null;
  const height = lanes * LANE + 8;
  const late = bars.filter(({ ride }) => isLate(ride, row.now));
  // The gap after a late ride shows how late it is instead.
  const isQuiet = (gap: Gap) => late.every(({ endMs }) => endMs !== gap.startMs);

  return (
    <section
      ref={setNodeRef}
      aria-label={driver.name}
      data-over={isOver || undefined}
      className={clsx('day-row border-line border-b', isOver && 'bg-gold/10')}
    >
      <div className="day-label">
        <h2 className="truncate text-14 font-medium">{driver.name}</h2>
        <p className="truncate text-12 text-ink-2">
          {vehicle ? vehicleName(vehicle.rideType) : (driver.vehicles[0] ?? 'No vehicle')}
        </p>
        {vehicle && (
          <span aria-hidden className="absolute right-3 bottom-0">
            <VehicleDrawing
              vehicleId={vehicle.rideType}
              paint={vehicle.paint}
              scale={Math.min(7, 88 / vehicleMeasures[vehicle.rideType].length)}
            />
          </span>
        )}
      </div>
      <Track
        lanes={lanes}
        behind={
          <>
            {offDuty.map((span) => (
              <Placed key={span.startMs} span={span} window={row.window} className="inset-y-0 bg-sunken" />
            ))}
            {gaps
              .filter(isQuiet)
              .flatMap((gap) => freeOf(gap, offDuty))
              .map((gap) => (
                <FreeGap key={gap.startMs} gap={gap} window={row.window} />
              ))}
            {overlaps.map((overlap) => (
              <Overlap key={overlap.startMs} overlap={overlap} window={row.window} height={height} />
            ))}
            {late.map((bar) => (
              <LateText
                key={bar.ride.id}
                bar={bar}
                until={nextAfter(bar, bars) ?? row.window.endMs}
                window={row.window}
                now={row.now}
                top={bar.lane * LANE}
              />
            ))}
          </>
        }
      >
        {bars.map((bar) => (
          <RideBar key={bar.ride.id} bar={bar} {...barProps(row, bar.ride)} />
        ))}
      </Track>
    </section>
  );
}

interface TrackProps {
  lanes: number;
  behind?: ReactNode;
  children: ReactNode;
}

const Track = ({ lanes, behind, children }: TrackProps) => (
  <div className="day-track" style={{ height: lanes * LANE + 8 }}>
    {behind}
    <ul>{children}</ul>
  </div>
);

interface PlacedProps {
  span: Span;
  window: Span;
  className: string;
  children?: ReactNode;
}

function Placed({ span, window, className, children }: PlacedProps) {
  const place = placeIn(span, window);
  return (
    place && (
      <span
        className={clsx('absolute', className)}
        style={{ left: `${place.left}%`, width: `${place.width}%` }}
      >
        {children}
      </span>
    )
  );
}

/** Text that does not fit wraps to a second line, which is clipped. */
const ROOM_ONLY = 'flex h-4 flex-wrap overflow-clip leading-4 before:h-4';

/** Gaps shorter than this have no room for text. */
const LEAST_GAP_MINUTES = 25;

/** Time between two rides; highlighted when it is short. */
const FreeGap = ({ gap, window }: { gap: Gap; window: Span }) =>
  gap.minutes < LEAST_GAP_MINUTES ? null : (
    <Placed
      span={gap}
      window={window}
      className={clsx(
        'top-0 flex h-full items-center text-12 whitespace-nowrap',
        gap.minutes < LITTLE_MINUTES ? 'text-warn' : 'text-ink-2',
      )}
    >
      <span className={clsx(ROOM_ONLY, 'w-full justify-center')}>
        <span className="day-kept px-1.5">
          {formatDuration(gap.minutes)}
          {gap.minutes >= LITTLE_MINUTES && ' free'}
        </span>
      </span>
    </Placed>
  );

interface OverlapProps {
  overlap: Gap;
  window: Span;
  height: number;
}

const Overlap = ({ overlap, window, height }: OverlapProps) => (
  <>
    <Placed span={overlap} window={window} className="day-overlap inset-y-1 z-[3]" />
    <BesideText at={overlap.endMs} window={window} top={height > LANE * 2 ? 14 : 0}>
      Overlaps {formatDuration(overlap.minutes)}
    </BesideText>
  </>
);

/** When the next ride in the same lane begins. */
const nextAfter = ({ endMs, lane }: Laned<PlannedRide>, bars: readonly Laned<PlannedRide>[]) =>
  bars.find((other) => other.lane === lane && other.startMs >= endMs)?.startMs;

interface LateTextProps {
  bar: PlannedRide;
  /** End of the available space, in milliseconds. */
  until: number;
  window: Span;
  now: Date;
  top: number;
}

const LateText = ({ bar, until, window, now, top }: LateTextProps) => (
  <BesideText at={bar.endMs} until={until} window={window} top={14 + top}>
    <span>{formatDuration(Math.round((now.getTime() - bar.startMs) / MINUTE_MS))} late</span>
    <span>, not started</span>
  </BesideText>
);

interface BesideTextProps {
  /** The text is placed to the right of this instant, in milliseconds. */
  at: number;
  /** The text is cut off at this instant, in milliseconds. */
  until?: number;
  window: Span;
  top: number;
  children: ReactNode;
}

function BesideText({ at, until, window, top, children }: BesideTextProps) {
  const share = (fromMs: number, toMs: number) => ((toMs - fromMs) / (window.endMs - window.startMs)) * 100;
  const left = share(window.startMs, at);
  return (
    <span
      className={clsx(
        ROOM_ONLY,
        'pointer-events-none absolute z-[1] pl-2 text-12 text-danger whitespace-nowrap',
      )}
      style={{ left: `${left}%`, top, ...(until !== undefined && { maxWidth: `${share(at, until)}%` }) }}
    >
      {children}
    </span>
  );
}
