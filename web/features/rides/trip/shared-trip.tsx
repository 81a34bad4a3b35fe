import '../rides.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { forNextStop, isSinceSettingOff, isUnderWay } from '#common/rides/position.ts';
import { lastStamp, RIDE_STATES, STAMPS, statusLabel } from '#common/rides/ride-states.ts';
import { TRIP_ENDS_AFTER, type Trip } from '#common/rides/trip-api.ts';
import { formatTimeWithZone, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { colorOf } from '#common/vehicles/vehicle.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { Initials } from '#web/components/ui/initials.tsx';
import { LiveMark } from '#web/components/ui/live-mark.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useClock } from '#web/lib/use-now.ts';
import { formatArrival, formatMinutes, isStale } from '../position/format-arrival.ts';
import { usePositionStore } from '../position/position-store.ts';
import { arrivalOf, type RenderRideMap, rideMapView } from '../position/ride-map-view.ts';
import { useMinutesAnnouncement } from '../position/use-tracking.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { journeyDone } from '../ride-card/ride-timeline.tsx';
import { RideVehicleLine } from '../ride-card/ride-vehicle-line.tsx';
import { type OpenTripSocket, type ReadyTrip, type TripView, useTrip } from './use-trip.ts';

interface SharedTripProps {
  token: string;
  openSocket: OpenTripSocket;
  renderVehicle: RenderRideVehicle;
  renderMap: RenderRideMap;
}

/** A shared trip as seen by the viewers of its link: the car, not the passengers. */
export function SharedTrip({ token, openSocket, renderVehicle, renderMap }: SharedTripProps) {
  const { view, connection, reload } = useTrip(token, openSocket);
  useTripAnnouncements(view);
  if (view.phase === 'loading') return <LoadingLine label="Looking up the trip..." />;
  if (view.phase === 'gone') return <GoneTrip />;
  if (view.phase === 'failed')
    return <FailedState title="We couldn't load this trip" text={messageOf(view.error)} onRetry={reload} />;
  if (view.trip.endedAt) return <EndedTrip trip={view.trip} />;
  return (
    <OpenTrip
      view={view}
      live={<LiveMark {...connection} shownFrom={null} />}
      renderVehicle={renderVehicle}
      renderMap={renderMap}
    />
  );
}

/** Announces to screen readers that the page's heading changed, also when the trip or its link ends. */
function useTripAnnouncements(view: TripView): void {
  const seen = useRef(view);

  useEffect(() => {
    const now = serverNow();
    const [before, after] = [headingOf(seen.current, now), headingOf(view, now)];
    seen.current = view;
    if (before && after && after !== before) announce(after);
  }, [view]);
}

/** Returns the page's heading; null while the trip has not loaded. */
function headingOf(view: TripView, now: Date): string | null {
  if (view.phase === 'gone') return GONE;
  if (view.phase !== 'ready') return null;
  return view.trip.endedAt ? endOf(view.trip) : sentenceOf(view.trip, now);
}

const GONE = 'This link no longer works';

const endOf = ({ status }: Trip): string =>
  status === 'completed' ? 'This ride has ended' : 'This ride was cancelled';

interface OpenTripProps extends Pick<SharedTripProps, 'renderVehicle' | 'renderMap'> {
  view: ReadyTrip;
  live: ReactNode;
}

const TICK_MS = 5_000;

function OpenTrip({ view: { trip, waypoints, rideId }, live, renderVehicle, renderMap }: OpenTripProps) {
  const ticked = useClock(TICK_MS);
  const known = usePositionStore((positions) => (rideId ? (positions[rideId] ?? null) : null));
  const isKnown = known && isUnderWay(trip) && isSinceSettingOff(known, trip);
  const position = isKnown ? forNextStop(known, trip) : null;
  const now = new Date(Math.max(ticked.getTime(), position ? Date.parse(position.at) : 0));
  const tracking = position && { position, ...waypoints, now };
  useMinutesAnnouncement(tracking);
  const stamp = lastStamp(trip);
  const arrival = position && arrivalOf(trip, position);

  return (
    <article>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <StatusDot tone={RIDE_STATES[trip.status]?.tone ?? 'muted'}>
          {stamp ? STAMPS[stamp].label : statusLabel(trip.status)}
        </StatusDot>
        {live}
      </div>
      <h1 className="display mt-3 text-40 text-balance">{sentenceOf(trip, now)}</h1>
      {tracking && (
        <div className="isolate mt-6 h-92 overflow-clip border-line border-y max-sm:-mx-5 sm:rounded-card sm:border">
          {renderMap(rideMapView(trip, tracking, 'Map of the ride'))}
        </div>
      )}
      {arrival && position && !isStale(position, now) && (
        <div className="mt-6 flex flex-wrap items-end justify-between gap-x-4 border-line border-b pb-5">
          <div>
            <p className="text-14 text-ink-2">Arrives in</p>
            <p className="figures text-40 leading-tight">{formatMinutes(arrival, now)}</p>
          </div>
          <p className="text-14 text-ink-2">
            about
            <br />
            {formatArrival(arrival)}
          </p>
        </div>
      )}
      <TripDriver trip={trip} />
      <div className="mt-6">
        <RideVehicleLine
          done={journeyDone(trip)}
          vehicle={renderVehicle(trip.rideType, colorOf(trip.driver?.vehicle, trip.preferredColor))}
        />
      </div>
      <p className="mt-8 border-line border-t pt-5 text-14 text-ink-2">
        This page shows the car, not who is in it. It ends {TRIP_ENDS_AFTER.text} after the ride.
      </p>
    </article>
  );
}

function sentenceOf(trip: Trip, now: Date): string {
  const pickup = toInstant(trip.scheduledDate, trip.scheduledTime);
  const name = trip.driver?.firstName;
  if (trip.status === 'in_progress') return 'Ride in progress';
  const stamp = lastStamp(trip);
  if (stamp === 'arrived') return `${name ?? 'The driver'} waits at the pickup`;
  if (stamp === 'en_route') return `${name ?? 'The driver'} is on the way`;
  if (!pickup) return statusLabel(trip.status);
  return `Pickup ${formatDayTimeWithZone(pickup, now)}`;
}

const TripDriver = ({ trip: { driver, rideType } }: { trip: Trip }) => (
  <div className="mt-6 flex flex-wrap items-center gap-4">
    {driver && <Initials name={driver.firstName} />}
    <div className="mr-auto leading-snug">
      <p className="font-medium">{driver ? `${driver.firstName} drives` : 'Finding a driver'}</p>
      <p className="text-14 text-ink-2">{driver?.vehicle ?? vehicleName(rideType)}</p>
    </div>
    {driver?.plate && <p className="ride-plate">{driver.plate}</p>}
  </div>
);

function EndedTrip({ trip }: { trip: Trip }) {
  const at = trip.endedAt && formatTimeWithZone(new Date(trip.endedAt));
  return (
    <div className="mx-auto max-w-[26em] text-center">
      <RouteLine className="mx-auto mb-9 max-w-44" />
      <h1 className="display text-40">{endOf(trip)}</h1>
      <p className="mt-3 text-ink-2">
        {trip.status === 'completed'
          ? `It arrived at ${at}. There is nothing more to see here.`
          : 'There is nothing more to see here.'}
      </p>
    </div>
  );
}

const GoneTrip = () => (
  <div className="mx-auto max-w-[26em] text-center">
    <RouteLine end="hollow" isFading className="mx-auto mb-9 max-w-44" />
    <h1 className="display text-40">{GONE}</h1>
    <p className="mt-3 text-ink-2">
      Sharing was stopped, the ride ended over {TRIP_ENDS_AFTER.text} ago, or the link is incomplete.
    </p>
    <ButtonLink to="/" variant="outline" size={48} className="mt-6">
      Go to Marquee
    </ButtonLink>
  </div>
);
