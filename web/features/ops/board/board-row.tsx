import clsx from 'clsx';
import { type MouseEvent, memo, type ReactNode, type Ref } from 'react';
import { formatCents } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { KeyCap } from '../keys/key-cap.tsx';
import { RowRing } from '../row-ring.tsx';
import { RideLine } from './ride-line.tsx';
import {
  DriverName,
  PickupTime,
  type RideRow,
  RideStatusMark,
  RideVehicle,
  RowAction,
} from './row-parts.tsx';

interface BoardRowProps extends RideRow {
  isWide: boolean;
  /** Whether the ride's drawer is open. */
  isOpen: boolean;
  /** When an event last changed the ride, in milliseconds; the row is briefly outlined then. */
  changedAt: number | undefined;
  /** Index in the whole table, from 1. */
  position: number;
  /** Index among the virtualized lines. */
  index: number;
  onCursor: (rideId: string) => void;
  measure: Ref<HTMLTableRowElement>;
}

/** One ride: a table row, or a block on narrow screens. A click outside links and buttons opens the ride. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { ride, alert, isWide, isOpen, isCursor, position, index, onOpen, onCursor, measure } = props;

  const handleClick = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && !target.closest('a, button');
    if (isOwn) onOpen(ride.id, null);
  };

  return (
    <tr
      ref={measure}
      data-index={index}
      data-ride={ride.id}
      data-open={isOpen}
      aria-rowindex={position}
      tabIndex={isCursor ? 0 : -1}
      onClick={handleClick}
      onFocus={() => onCursor(ride.id)}
      className={clsx(
        'group relative cursor-pointer scroll-mt-26 scroll-mb-20 border-line border-b text-14 hover:bg-sunken focus-visible:rounded-item focus-visible:bg-sunken focus-visible:outline-2 focus-visible:outline-gold-ink focus-visible:-outline-offset-2',
        isWide && (alert ? 'h-14' : 'h-10'),
        isOpen && 'rounded-item bg-sunken outline-2 outline-gold-ink -outline-offset-2',
      )}
    >
      {isWide ? <WideCells {...props} /> : <NarrowCell {...props} />}
    </tr>
  );
});

const CELL = 'truncate py-0 pr-3 font-normal';

function WideCells(props: BoardRowProps) {
  const { ride, alert, now, driver } = props;
  // The second line of a row with an alert is for the alert's text.
  const at = alert ? 'pt-2 align-top' : '';
  return (
    <>
      <td className={clsx(CELL, at, 'pl-4')}>
        <PickupTime ride={ride} now={now} />
        <RowRing changedAt={props.changedAt} />
      </td>
      <th scope="row" className={clsx(CELL, at, alert && 'relative overflow-visible!')}>
        <Name {...props} />
        {alert && <span className="absolute top-7.5 left-0 w-[385%] truncate text-ink-2">{alert.text}</span>}
      </th>
      <td className={clsx(CELL, at)} title={ride.pickupLocation}>
        {addressLines(ride.pickupLocation).name}
      </td>
      <td className={clsx('py-0 pr-3', alert && 'pt-3 align-top')}>
        <RideLine ride={ride} now={now} />
      </td>
      <td className={clsx(CELL, at)} title={ride.dropoffLocation}>
        {addressLines(ride.dropoffLocation).name}
      </td>
      <td className="p-0 align-bottom">
        <RideVehicle ride={ride} />
      </td>
      <td className={CELL}>{vehicleName(ride.rideType)}</td>
      <td className={CELL}>
        <DriverName ride={ride} driver={driver} now={now} />
      </td>
      <td className={CELL}>
        <RideStatusMark ride={ride} alert={alert} now={now} />
      </td>
      <td className="figures py-0 pr-3 text-right">{fareOf(ride)}</td>
      <td className="py-0 pr-4 text-right whitespace-nowrap">
        <RowAction {...props} />
        {!alert && <OpenHint ride={ride} />}
      </td>
    </>
  );
}

/** A row on a phone: pickup time, rider, route, and for a ride with an alert its text and a button. */
function NarrowCell(props: BoardRowProps) {
  const { ride, alert, now, driver } = props;
  const status = <RideStatusMark ride={ride} alert={alert} now={now} />;
  const route = (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">{addressLines(ride.pickupLocation).name}</span>
      <span className="shrink-0">
        <RideLine ride={ride} now={now} />
      </span>
      <span className="truncate">{addressLines(ride.dropoffLocation).name}</span>
    </span>
  );
  if (alert) {
    return (
      <Block>
        <RowRing changedAt={props.changedAt} />
        <div className="flex items-center justify-between gap-3">
          <PickupTime ride={ride} now={now} />
          {status}
        </div>
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <Name {...props} />
            {route}
            <span className="block text-ink-2">{alert.text}</span>
          </div>
          <span className="shrink-0">
            <RowAction {...props} />
          </span>
        </div>
      </Block>
    );
  }
  return (
    <Block isOnLine>
      <RowRing changedAt={props.changedAt} />
      <div className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[140px_minmax(0,1fr)]">
        <span className="max-sm:[&_span]:ml-0! max-sm:[&_span]:block max-sm:[&_time]:whitespace-normal!">
          <PickupTime ride={ride} now={now} />
        </span>
        <div className="min-w-0">
          <div className="flex items-start justify-between gap-3">
            <Name {...props} />
            <span className="shrink-0">{status}</span>
          </div>
          {route}
          <div className="flex items-end justify-between gap-3">
            <span className="flex min-h-8 items-center gap-3">
              <DriverName ride={ride} driver={driver} now={now} />
              <RowAction {...props} />
            </span>
            <RideVehicle ride={ride} />
          </div>
        </div>
      </div>
    </Block>
  );
}

const Block = ({ isOnLine = false, children }: { isOnLine?: boolean; children: ReactNode }) => (
  <td className={clsx('px-4 pt-3', isOnLine ? 'pb-0' : 'pb-3')}>{children}</td>
);

const Name = ({ ride, onOpen }: Pick<RideRow, 'ride' | 'onOpen'>) => (
  <button
    type="button"
    tabIndex={-1}
    onClick={() => onOpen(ride.id, null)}
    className="inline max-w-full text-left font-medium max-sm:min-h-11 xl:block xl:truncate"
  >
    {ride.customerName}
  </button>
);

/** Shows that Enter opens the focused row, or a click the hovered one. */
const OpenHint = ({ ride }: { ride: StaffRide }) => (
  <span
    aria-hidden
    className={clsx(
      'hidden items-center gap-2 font-semibold text-gold-ink group-focus-visible:inline-flex',
      ride.driverId !== null && 'group-hover:inline-flex',
    )}
  >
    Open <KeyCap>↵</KeyCap>
  </span>
);

const fareOf = ({ actualFareCents, fare }: StaffRide): string =>
  formatCents(actualFareCents ?? fare.fareCents);
