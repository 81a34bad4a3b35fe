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
  /** The status as a sentence; null when the label suffices. */
  sentence?: string | null;
  /** Below the fare: the payment state, or the driver's share. */
  money?: ReactNode;
  /** Below the sentence: the most important information. */
  notice?: ReactNode;
  /** Replaces the default timeline. */
  timeline?: ReactNode;
  renderVehicle: RenderRideVehicle;
  /** The last part of the card: the other person and the actions. */
  children?: ReactNode;
}

/** Returns the driver's vehicle, whose field depends on the role. */
const vehicleOf = (ride: RiderRide | DriverRide) => ('driver' in ride ? ride.driver?.vehicle : ride.vehicle);

/** The card of an active ride, for rider or driver: status, route, time and fare. */
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

/** The first line of a card: vehicle tier and status. */
export const RideHead = ({ rideType, status }: { rideType: string; status: StatusDisplay }) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-1 [grid-area:head] max-sm:justify-between">
    <TierBadge rideType={rideType} />
    <StatusDot tone={status.tone}>{status.label}</StatusDot>
  </header>
);

interface RidePersonProps {
  name: string;
  /** More about the person: the driver's car, the rider's requests. */
  detail?: ReactNode;
  /** The actions. */
  children?: ReactNode;
}

/** The last part of a ride's card: the other person and the actions. */
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
  /** Below the amount: the payment state, or the driver's share. */
  children?: ReactNode;
}

/** The fare of a ride with its label. */
export function FareFigure({ ride, children }: FareFigureProps) {
  const { label, amount } = formatFare(ride);
  return (
    <div className="text-right [grid-area:fare]">
      <p className="text-14 text-ink-2">{label}</p>
      <p className="figures text-22 leading-tight sm:text-28">{amount}</p>
      {/* On a phone this text wraps before the pickup time next to it does. */}
      {children && <p className="mt-0.5 ml-auto text-14 text-ink-2 max-sm:max-w-32">{children}</p>}
    </div>
  );
}

interface RideWhenProps {
  ride: RiderRide | DriverRide;
  now: Date;
  className?: string;
}

/** Pickup time, vehicle and booking type: `Lux SUV, point to point`. */
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

/** The pickup time: `Today, 6:30 PM PST`. */
export function PickupTime({ ride, now }: PickupTimeProps) {
  const { day, time, dateTime } = formatPickup(ride.scheduledDate, ride.scheduledTime, now);
  return (
    <time dateTime={dateTime}>
      {day}, <span className="whitespace-nowrap tabular-nums tracking-tight">{time}</span>
    </time>
  );
}

/**
 * Renders a ride's vehicle; nothing for an unknown ride type. Passed in by the page, because drawings are
 * another feature.
 */
export type RenderRideVehicle = (rideType: string, colour: string | null) => ReactNode;
