import '../rides.css';
import type { ReactNode } from 'react';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { colorOf } from '#common/vehicles/vehicle.ts';
import { Initials } from '#web/components/ui/initials.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import {
  formatBooking,
  formatFare,
  formatPickup,
  formatRideTitle,
  type StatusDisplay,
} from './format-ride.ts';
import { RideTimeline, timelineSteps } from './ride-timeline.tsx';

interface RideCardProps {
  ride: RiderRide | DriverRide;
  now: Date;
  status: StatusDisplay;
  /** What is happening, as a sentence; null when the status says it all. */
  sentence?: string | null;
  /** Under the fare: whether it is paid, or what the driver gets of it. */
  money?: ReactNode;
  /** Under the sentence: what is to be seen before all else. */
  notice?: ReactNode;
  /** The way from request to completion, unless another is to be shown. */
  timeline?: ReactNode;
  renderVehicle: RenderRideVehicle;
  /** The card's last part: who, and what can be done. */
  children?: ReactNode;
}

/** What a ride's driver comes with, as each role is told it. */
const vehicleOf = (ride: RiderRide | DriverRide) => ('driver' in ride ? ride.driver?.vehicle : ride.vehicle);

/** An active ride, for either role: where it stands, where it goes, when, for how much. */
export function RideCard(props: RideCardProps) {
  const { ride, now, status, sentence, money, notice, timeline, renderVehicle, children } = props;
  const steps = timelineSteps(ride, now);

  return (
    <article
      aria-label={formatRideTitle(ride)}
      className="rounded-card border border-line bg-surface p-4.5 sm:p-7"
    >
      <RideHead rideType={ride.rideType} status={status} />
      {sentence && <h3 className="display mt-3 text-28">{sentence}</h3>}
      {notice}
      <div className="ride-grid mt-4 sm:mt-5">
        <RoutePlaces
          pickupLocation={ride.pickupLocation}
          stops={ride.stops}
          dropoffLocation={ride.dropoffLocation}
          className="[grid-area:route]"
        />
        <div className="ride-vehicle">
          {renderVehicle(ride.rideType, colorOf(vehicleOf(ride), ride.preferredColor))}
        </div>
        <hr className="ride-rule" />
        <RideWhen ride={ride} now={now} className="[grid-area:when] sm:self-end sm:text-right" />
        <FareFigure ride={ride}>{money}</FareFigure>
        {steps.length > 0 && (
          <>
            <hr className="ride-rule-2" />
            {timeline ?? <RideTimeline steps={steps} className="[grid-area:timeline]" />}
          </>
        )}
      </div>
      {children}
    </article>
  );
}

/** A card's first line: what kind of ride, and where it stands. */
export const RideHead = ({ rideType, status }: { rideType: string; status: StatusDisplay }) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-1 [grid-area:head] max-sm:justify-between">
    <TierBadge rideType={rideType} />
    <StatusDot tone={status.tone}>{status.label}</StatusDot>
  </header>
);

interface RidePersonProps {
  name: string;
  /** What else to know: the driver's car, the rider's requests. */
  detail?: ReactNode;
  /** What can be done. */
  children?: ReactNode;
}

/** The last part of a ride's card: the other person, and what can be done. */
export const RidePerson = ({ name, detail, children }: RidePersonProps) => (
  <div className="mt-4 flex flex-wrap items-center gap-4 border-line border-t pt-4 sm:mt-5 sm:pt-5">
    <Initials name={name} />
    <div className="min-w-0 flex-1 leading-snug">
      <p className="font-medium">{name}</p>
      {detail && <p className="text-14 text-ink-2 wrap-anywhere">{detail}</p>}
    </div>
    {children}
  </div>
);

interface FareFigureProps {
  ride: RiderRide | DriverRide;
  /** Under the amount: whether it is paid, or what the driver gets of it. */
  children?: ReactNode;
}

/** What a ride costs, with its label. */
export function FareFigure({ ride, children }: FareFigureProps) {
  const { label, amount } = formatFare(ride);
  return (
    <div className="text-right [grid-area:fare]">
      <p className="text-14 text-ink-2">{label}</p>
      <p className="figures text-22 leading-tight sm:text-28">{amount}</p>
      {/* A sentence wraps on a phone before the pickup time beside it does. */}
      {children && <p className="mt-0.5 ml-auto text-14 text-ink-2 max-sm:max-w-32">{children}</p>}
    </div>
  );
}

interface RideWhenProps {
  ride: RiderRide | DriverRide;
  now: Date;
  className?: string;
}

/** When a ride is picked up, and as what it was booked: `Lux SUV, point to point`. */
export const RideWhen = ({ ride, now, className }: RideWhenProps) => (
  <p className={className}>
    <span className="block font-medium">
      <PickupTime ride={ride} now={now} />
    </span>
    <span className="block text-14 text-ink-2">
      {vehicleName(ride.rideType)}, {formatBooking(ride).toLowerCase()}
    </span>
  </p>
);

interface PickupTimeProps {
  ride: { scheduledDate: string; scheduledTime: string };
  now: Date;
}

/** When a ride is picked up: `Today, 6:30 PM PST`. */
export function PickupTime({ ride, now }: PickupTimeProps) {
  const { day, time, dateTime } = formatPickup(ride.scheduledDate, ride.scheduledTime, now);
  return (
    <time dateTime={dateTime}>
      {day}, <span className="whitespace-nowrap tabular-nums tracking-tight">{time}</span>
    </time>
  );
}

/** Draws a ride's vehicle, or nothing for a ride type that is no vehicle. A prop from the page, since drawings are another feature. */
export type RenderRideVehicle = (rideType: string, colour: string | null) => ReactNode;
