import clsx from 'clsx';
import type { Alert } from '#common/alerts/alert.ts';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { firstNameOf } from '#common/users/user.ts';
import { findVehicle, isVehicleId } from '#common/vehicles/catalogue.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { telHref } from '#web/lib/contact-href.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import type { RideAction } from '../ride/ride-address.ts';
import { NEEDS_CALL, NEEDS_DRIVER } from './alert-groups.ts';
import { formatBoardPickup, formatDriver, formatStatus, needsDriver } from './format-board-ride.ts';

/** Props of a ride's row on the board. */
export interface RideRow {
  ride: StaffRide;
  /** The most urgent alert about the ride. */
  alert: Alert | undefined;
  driver: StaffDriver | undefined;
  now: Date;
  /** The connection is down, so changes to a ride are disabled. */
  isDown: boolean;
  /** Whether the keyboard cursor is on this row (roving tabindex: only this row is in the tab order). */
  isCursor: boolean;
  onOpen: (rideId: string, action: RideAction | null) => void;
}

/** The pickup time, and how far away it is. */
export function PickupTime({ ride, now }: Pick<RideRow, 'ride' | 'now'>) {
  const { time, note } = formatBoardPickup(ride, now);
  return (
    <time dateTime={ride.scheduledAt} className="whitespace-nowrap">
      <span className="figures">{time}</span>
      {note && <span className="ml-2 text-ink-2 tabular-nums max-xl:ml-1.5">{note}</span>}
    </time>
  );
}

/** The ride's most urgent alert, or its status. */
export function RideStatusMark({ ride, alert, now }: Pick<RideRow, 'ride' | 'alert' | 'now'>) {
  const { tone, label, age, isAgeUrgent } = formatStatus(ride, alert, now);
  return (
    <span className="whitespace-nowrap">
      <StatusDot tone={tone}>{label}</StatusDot>
      {age && (
        <span className={clsx('ml-1 tabular-nums', isAgeUrgent ? 'text-danger' : 'text-ink-2')}>{age}</span>
      )}
    </span>
  );
}

const TONES = { ink: '', muted: 'text-ink-2', danger: 'font-medium text-danger' };

/** The driver's name in the company's records. */
export function DriverName({ ride, driver, now }: Pick<RideRow, 'ride' | 'driver' | 'now'>) {
  const { name, tone } = formatDriver(ride, driver?.name, now);
  return <span className={TONES[tone]}>{name}</span>;
}

/** The booked vehicle, drawn on the row's bottom border. */
export function RideVehicle({ ride: { rideType, preferredColor } }: { ride: StaffRide }) {
  const paints = findVehicle(rideType)?.paints ?? [];
  const paint = paints.find((each) => each === preferredColor) ?? paints[0];
  return isVehicleId(rideType) && paint ? <RowVehicle vehicle={{ rideType, paint }} /> : null;
}

const BUTTON = 'min-h-11! rounded-item! px-4! text-14! xl:pointer-fine:min-h-8! xl:px-3!';

/** The action for the row's alert, as a button; without an alert the link Assign, if it needs a driver. */
export function RowAction({ ride, alert, driver, isDown, isCursor, onOpen }: RideRow) {
  const tabIndex = isCursor ? 0 : -1;
  if (!alert) {
    return (
      needsDriver(ride) && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-disabled={isDown || undefined}
          aria-label={`Assign a driver to ${ride.customerName}`}
          onClick={() => !isDown && onOpen(ride.id, 'assign')}
          className="min-h-11 px-1 font-semibold text-14 text-gold-ink hover:underline aria-disabled:text-ink-2 aria-disabled:no-underline xl:min-h-8"
        >
          Assign
        </button>
      )
    );
  }
  if (NEEDS_CALL.includes(alert.kind) && driver?.phone) {
    return (
      <a
        href={telHref(driver.phone)}
        tabIndex={tabIndex}
        className={buttonClass({ variant: 'outline', className: BUTTON })}
      >
        Call {firstNameOf(driver.name)}
      </a>
    );
  }
  const isAssign = NEEDS_DRIVER.includes(alert.kind);
  const isDue = isAssign && alert.urgency !== 'later';
  const isWaiting = isAssign && isDown;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-disabled={isWaiting || undefined}
      aria-label={`${isAssign ? 'Assign a driver to' : 'Review the ride for'} ${ride.customerName}`}
      onClick={() => !isWaiting && onOpen(ride.id, isAssign ? 'assign' : null)}
      className={buttonClass({ variant: isDue ? 'primary' : 'outline', className: BUTTON }, isWaiting)}
    >
      {isAssign ? 'Assign' : 'Review'}
    </button>
  );
}
