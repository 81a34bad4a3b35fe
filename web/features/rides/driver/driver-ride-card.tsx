import { AlarmClock, Navigation, Phone, UserX } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatDollarString } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { driverMovesOf } from '#common/rides/ride-states.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { announce } from '#web/lib/announce.ts';
import { telHref } from '#web/lib/contact-href.ts';
import { driveSentence, riderName } from '../ride-card/format-driver-ride.ts';
import { driverStatus } from '../ride-card/format-ride.ts';
import { type RenderRideVehicle, RideCard, RidePerson } from '../ride-card/ride-card.tsx';
import { DriverMoves } from './driver-moves.tsx';
import { useNavigationApp } from './navigation-apps.ts';
import { type Nudge, nudgeOf } from './nudge.ts';
import { RideMenu } from './ride-menu.tsx';
import { driveSteps, RideStepper } from './ride-stepper.tsx';
import { useHasPassed, type Wait, WaitingClock, waitOf } from './waiting-clock.tsx';

const NoShowDialog = lazy(() =>
  import('./no-show-dialog.tsx').then((module) => ({ default: module.NoShowDialog })),
);

interface DriverRideCardProps {
  ride: DriverRide;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** A driver's ride, from departure to completion: progress, next step and rider. */
export function DriverRideCard({ ride, now, renderVehicle }: DriverRideCardProps) {
  const wait = waitOf(ride);
  const nudge = nudgeOf(ride, now);
  const phone = ride.customer?.phone;
  const isKnown = driverMovesOf(ride).length > 0;

  return (
    <RideCard
      ride={ride}
      now={now}
      status={driverStatus(ride)}
      sentence={driveSentence(ride, now)}
      money={
        <>
          Your share <span className="figures text-gold-ink">{formatDollarString(ride.driverShare)}</span>
        </>
      }
      notice={
        <>
          {wait && <WaitingClock wait={wait} name={riderName(ride)} />}
          {nudge && <NudgeLine {...nudge} />}
        </>
      }
      timeline={<RideStepper steps={driveSteps(ride)} className="[grid-area:timeline]" />}
      renderVehicle={renderVehicle}
    >
      <RidePerson name={ride.customer?.name ?? 'Rider'} detail={detailOf(ride)}>
        <div className="flex flex-wrap justify-end gap-2 max-lg:w-full sm:gap-3">
          {isKnown && <RideMenu ride={ride} now={now} />}
          <NavigateLink ride={ride} />
          {phone && <CallLink phone={phone} isWide={wait !== null} />}
          {wait && <NoShowButton ride={ride} wait={wait} />}
          <DriverMoves ride={ride} />
        </div>
      </RidePerson>
    </RideCard>
  );
}

/** Describes flight, vehicle and special requests. */
const detailOf = ({ flightNumber, vehicle, specialRequests }: DriverRide): string | null =>
  [flightNumber && `Flight ${flightNumber}.`, vehicle && `With your ${vehicle}.`, specialRequests]
    .filter(Boolean)
    .join(' ') || null;

/** A reminder of a forgotten step. Announced once, although its minutes change. */
function NudgeLine({ about, text }: Nudge) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step, not each minute
  useEffect(() => announce(text), [about]);
  return (
    <p className="mt-4 flex gap-2.5 font-medium text-14 text-warn">
      <AlarmClock aria-hidden size={18} className="mt-[0.1em] shrink-0" />
      {text}
    </p>
  );
}

/**
 * A link to navigation in the app that the driver chose last: to the pickup once under way, then to the
 * drop-off.
 */
function NavigateLink({ ride }: { ride: DriverRide }) {
  const app = useNavigationApp();
  const place = placeAhead(ride);
  if (!place) return null;
  return (
    <a
      href={app.linkTo(place)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: 'outline', size: 48, className: 'max-sm:px-4' })}
    >
      <Navigation aria-hidden size={18} />
      <span className="max-sm:sr-only">Navigate</span>
    </a>
  );
}

function placeAhead({ status, enRouteAt, arrivedAt, ...ride }: DriverRide): string | null {
  if (status === 'in_progress') return ride.dropoffLocation;
  return status === 'accepted' && enRouteAt !== null && arrivedAt === null ? ride.pickupLocation : null;
}

/** Only an icon on a phone, unless `isWide`. */
const CallLink = ({ phone, isWide }: { phone: string; isWide: boolean }) => (
  <a
    href={telHref(phone)}
    className={buttonClass({
      variant: 'outline',
      size: 48,
      className: isWide ? 'max-sm:grow max-sm:px-3' : 'max-sm:px-4',
    })}
  >
    <Phone aria-hidden size={18} />
    <span className={isWide ? undefined : 'max-sm:sr-only'}>Call rider</span>
  </a>
);

/** Appears next to the call button once the free waiting time is over. */
function NoShowButton({ ride, wait }: { ride: DriverRide; wait: Wait }) {
  const [isAsking, setIsAsking] = useState(false);
  const isOver = useHasPassed(wait.noShowFrom);
  if (!isOver) return null;
  return (
    <>
      <Button
        variant="outline"
        size={48}
        className="max-sm:grow max-sm:px-3"
        onClick={() => setIsAsking(true)}
      >
        <UserX aria-hidden size={18} />
        No-show
      </Button>
      {isAsking && (
        <Suspense>
          <NoShowDialog ride={ride} wait={wait} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
