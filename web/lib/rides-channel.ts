import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';

/** What the gateway answers about rides. Each request rejects when it fails or is not answered in time. */
export interface RidesChannel {
  /** Subscribes to live offers, and returns the open ones. */
  watchOffers: () => Promise<Offer[]>;
  unwatchOffers: () => void;
  /** Lists a rider's rides. Rejects when the socket is another rider's. */
  listRiderRides: (riderId: string) => Promise<RiderRide[]>;
  /** Lists a driver's rides. Rejects when the socket is another driver's. */
  listDriverRides: (driverId: string) => Promise<DriverRide[]>;
}

let channel: RidesChannel | null = null;

/** Sets the channel; called by `app/realtime.ts`. Null while the socket is not connected. */
export function setRidesChannel(next: RidesChannel | null): void {
  channel = next;
}

/** Returns the channel; null while the socket is not connected. */
export const ridesChannel = (): RidesChannel | null => channel;
