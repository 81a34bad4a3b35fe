import type { RemovedOffer, ServerToClientEvents } from '#common/rides/events.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { rooms } from '../realtime/rooms.ts';
import { offerChange } from './offer-change.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from './present-ride.ts';
import type { RideRecord } from './ride-record.ts';

const line = (
  room: string,
  event: keyof ServerToClientEvents,
  item: RiderRide | DriverRide | Offer | RemovedOffer,
): string => `${room} ${event} ${JSON.stringify(item)}`;

function* linesOf(ride: RideRecord, now: Date): Generator<string> {
  yield `${Date.parse(ride.history.at(-1)?.at ?? ride.createdAt)}`;
  yield line(rooms.rider(ride.riderId), 'ride:changed', presentRiderRide(ride));
  if (ride.driverId) yield line(rooms.driver(ride.driverId), 'ride:changed', presentDriverRide(ride, now));

  const news = offerChange(ride);
  if (news === null) return;
  const room = rooms.offers(ride.city);
  if (news === 'added') yield line(room, 'offer:added', presentOffer(ride));
  else yield line(room, 'offer:removed', { id: ride.id, version: ride.version, reason: news });
}

/**
 * What is announced of a ride: how it stands, in the view of each audience, so that it is read and presented once and not by every
 * node. The first line is the instant of its last change in milliseconds; each further line is for one room: the room, the event and
 * its item as JSON, a space between.
 */
export const composeRideMessage = (ride: RideRecord, now: Date): string => [...linesOf(ride, now)].join('\n');
