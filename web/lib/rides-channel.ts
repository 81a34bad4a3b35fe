import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import type { RecentRides } from '#common/rides/ride-events.ts';

/** What the gateway answers about rides. Each request rejects when it fails or is not answered in time. */
export interface RidesChannel {
  /** Subscribes to live offers, and returns the open ones. */
  watchOffers: () => Promise<Offer[]>;
  unwatchOffers: () => void;
  /** Lists a rider's rides. Rejects when the socket is another rider's. */
  listRiderRides: (riderId: string) => Promise<RiderRide[]>;
  /** Lists a driver's rides. Rejects when the socket is another driver's. */
  listDriverRides: (driverId: string) => Promise<DriverRide[]>;
  /** Lists what may have changed of them a short time ago. */
  listRecentRiderRides: (riderId: string) => Promise<RecentRides<RiderRide>>;
  listRecentDriverRides: (driverId: string) => Promise<RecentRides<DriverRide>>;
}

let channel: RidesChannel | null = null;

/** Sets the channel; called by `app/realtime.ts`. Null while the socket is not connected. */
export function setRidesChannel(next: RidesChannel | null): void {
  channel = next;
}

/** Returns the channel; null while the socket is not connected. */
export const ridesChannel = (): RidesChannel | null => channel;
