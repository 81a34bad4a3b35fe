import { io as connect, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import type { ListName } from '../history/record.ts';
import { record } from './report.ts';
import { pageHeaders } from './stand-in-browser.ts';

type Told = RiderRide | DriverRide | Offer | RemovedOffer;

const listOf = (event: string, told: Told): ListName => {
  if (event !== 'ride:changed') return 'offers';
  return 'paymentStatus' in told ? 'riderRides' : 'driverRides';
};

/**
 * Takes the place of `socket.io-client` in the product's code: the same client with the page's cookies, as a browser would send them, and
 * everything that comes over the wire written down before the product sees it.
 */
export function io(url: string, options: Partial<ManagerOptions & SocketOptions>): Socket {
  const socket = connect(url, { ...options, extraHeaders: pageHeaders });
  socket.on('connect', () => record({ kind: 'joined' }));
  socket.on('disconnect', () => record({ kind: 'cut' }));
  socket.onAny((event: string, told?: Told[]) => {
    if (event === 'subscription:lost') record({ kind: 'cut' });
    if (event === 'resync') record({ kind: 'joined' });
    if (!/^(ride|offer):/.test(event)) return;
    for (const each of told ?? []) {
      record({ kind: 'heard', list: listOf(event, each), rideId: each.id, version: each.version });
    }
  });
  return socket;
}
