import clsx from 'clsx';
import type { Alert } from '#common/alerts/alert.ts';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { findVehicle, isVehicleId } from '#common/vehicles/catalogue.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { VehicleOnLine } from '../fleet/vehicle-on-line.tsx';
import type { RideAction } from '../ride/ride-address.ts';
import { NEEDS_CALL, NEEDS_DRIVER } from './alert-words.ts';
import { driverWords, needsDriver, pickupWords, statusWords } from './board-words.ts';

/** A ride as a row of the board. */
export interface RideRow {
  ride: StaffRide;
  /** The most pressing alert about it. */
  alert: Alert | undefined;
  driver: StaffDriver | undefined;
  now: Date;
  /** The connection is down: what changes a ride waits. */
  isDown: boolean;
  /** Whether the keys stand on it: of all rows only this one is in the order of Tab. */
  isCursor: boolean;
  onOpen: (rideId: string, action: RideAction | null) => void;
}

/** When the ride is picked up, with the minutes it is away. */
export function PickupTime({ ride, now }: Pick<RideRow, 'ride' | 'now'>) {
  const { time, note } = pickupWords(ride, now);
  return (
    <time dateTime={ride.scheduledAt} className="whitespace-nowrap">
      <span className="figures">{time}</span>
      {note && <span className="ml-2 text-ink-2 tabular-nums max-xl:ml-1.5">{note}</span>}
    </time>
  );
}

/** Where the ride stands: its most pressing alert, or its status. */
export function RideStatusMark({ ride, alert, now }: Pick<RideRow, 'ride' | 'alert' | 'now'>) {
  const { tone, label, age, isAgeUrgent } = statusWords(ride, alert, now);
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

/** Who drives, as the company calls them. */
export function DriverName({ ride, driver, now }: Pick<RideRow, 'ride' | 'driver' | 'now'>) {
  const { name, tone } = driverWords(ride, driver?.name, now);
  return <span className={TONES[tone]}>{name}</span>;
}

/** The vehicle that was booked, standing on the row's hairline. */
export function RideVehicle({ ride: { rideType, preferredColor } }: { ride: StaffRide }) {
  const paints = findVehicle(rideType)?.paints ?? [];
  const paint = paints.find((each) => each === preferredColor) ?? paints[0];
  return isVehicleId(rideType) && paint ? <VehicleOnLine vehicle={{ rideType, paint }} /> : null;
}

const BUTTON = 'min-h-11! rounded-item! px-4! text-14! xl:pointer-fine:min-h-8! xl:px-3!';

/** What the row's alert asks for, as a button; on any other ride that nobody has, the link Assign. */
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
        href={`tel:${driver.phone.replace(/[^\d+]/g, '')}`}
        tabIndex={tabIndex}
        className={buttonClass({ variant: 'outline', className: BUTTON })}
      >
        Call {driver.name.split(' ')[0]}
      </a>
    );
  }
  const isAssign = NEEDS_DRIVER.includes(alert.kind);
  const isWaiting = isAssign && isDown;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-disabled={isWaiting || undefined}
      aria-label={`${isAssign ? 'Assign a driver to' : 'Review the ride of'} ${ride.customerName}`}
      onClick={() => !isWaiting && onOpen(ride.id, isAssign ? 'assign' : null)}
      className={buttonClass({ variant: isAssign ? 'primary' : 'outline', className: BUTTON }, isWaiting)}
    >
      {isAssign ? 'Assign' : 'Review'}
    </button>
  );
}
