import type { DriverRide, Offer, RiderRide } from './ride.ts';

/** The one city that is live; offers are rooms by city. */
export const CITY = 'las-vegas';

/** Redis channel on which every change of a ride is announced, as `server/rides/compose-ride-message.ts` writes it. */
export const RIDES_CHANGED = 'rides.changed';

/** An offer that is gone. Its version keeps a late `offer:added` from raising it again. */
export interface RemovedOffer {
  id: string;
  version: number;
  reason: 'accepted' | 'cancelled';
}

/**
 * What the gateway sends. Payloads are arrays: a node gathers what changes for a room within one turn of its event loop
 * and writes it once. Any event may be lost or repeated: receivers keep the higher version and take a snapshot on every (re)connect.
 */
export interface ServerToClientEvents {
  /** To `rider:{id}` and `driver:{id}`, in that audience's view. */
  'ride:changed': (rides: RiderRide[] | DriverRide[]) => void;
  /** To `offers:{city}`. */
  'offer:added': (offers: Offer[]) => void;
  'offer:removed': (offers: RemovedOffer[]) => void;
  /** The node cannot hear announcements just now: what is on screen may grow old, until `resync`. */
  'subscription:lost': () => void;
  /** The node hears again, and missed some: take the snapshots again. */
  resync: () => void;
  /** The session behind this socket signed out. */
  'session:ended': () => void;
}

/** What a browser may ask of the gateway. Both are for drivers; rooms come from the session. */
export interface ClientToServerEvents {
  /** Joins the offers room first, then acknowledges with the open offers, so that nothing falls between. */
  'offers:watch': (acknowledge: (reply: { offers: Offer[] } | { error: string }) => void) => void;
  'offers:unwatch': () => void;
}

/** Path of the socket on the web address. */
export const SOCKET_PATH = '/socket.io';
