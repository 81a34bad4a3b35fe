import type { RemovedOffer } from '#common/rides/events.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { announcementSeconds } from '../infra/metrics.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from '../rides/present-ride.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { createBatch } from './create-batch.ts';
import type { SocketServer } from './create-socket-server.ts';
import { offerNews } from './offer-news.ts';
import { rooms } from './rooms.ts';
import { tellRoom } from './tell-room.ts';

/**
 * Tells this node's sockets how a ride stands: its rider, its driver, and, when it is news for them, the drivers who watch offers. Each
 * audience's view is made once, and only if somebody here would hear it.
 */
export function createRideTeller(io: SocketServer): (ride: RideRecord) => void {
  const tellRider = createBatch<RiderRide>((room, rides) => tellRoom(io, room, 'ride:changed', rides));
  const tellDriver = createBatch<DriverRide>((room, rides) => tellRoom(io, room, 'ride:changed', rides));
  const addOffer = createBatch<Offer>((room, offers) => tellRoom(io, room, 'offer:added', offers));
  const removeOffer = createBatch<RemovedOffer>((room, offers) =>
    tellRoom(io, room, 'offer:removed', offers),
  );
  const isHeard = (room: string) => io.sockets.adapter.rooms.has(room);

  return (ride) => {
    const now = new Date();
    const changedAt = ride.history.at(-1)?.at;
    if (changedAt) announcementSeconds.observe((now.getTime() - Date.parse(changedAt)) / 1_000);

    const riderRoom = rooms.rider(ride.riderId);
    if (isHeard(riderRoom)) tellRider(riderRoom, presentRiderRide(ride));

    const driverRoom = ride.driverId && rooms.driver(ride.driverId);
    if (driverRoom && isHeard(driverRoom)) tellDriver(driverRoom, presentDriverRide(ride, now));

    const offersRoom = rooms.offers(ride.city);
    if (!isHeard(offersRoom)) return;
    const news = offerNews(ride);
    if (news === 'added') addOffer(offersRoom, presentOffer(ride));
    else if (news) removeOffer(offersRoom, { id: ride.id, version: ride.version, reason: news });
  };
}
