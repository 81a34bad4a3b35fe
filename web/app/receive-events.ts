import type { ServedKind } from '#common/drivers/driver.ts';
import { isServed } from '#common/drivers/is-served.ts';
import type { Offer } from '#common/rides/ride.ts';
import { notifyOfRides } from '#web/features/rides/alerts/notify-of-rides.ts';
import { receivePositions } from '#web/features/rides/position/position-store.ts';
import {
  receiveOffers,
  receiveRemovedOffers,
  receiveRemovedRides,
  receiveRides,
} from '#web/features/rides/store/ride-store.ts';
import { actingUser, useSessionStore } from '#web/features/users/session-store.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { checkPayloadInDevelopment } from './check-payload.ts';
import type { RideSocket } from './detect-dead-connection.ts';

interface ReceiveEventsOptions {
  /** Ends the notifications. The socket's owner removes its handlers. */
  signal: AbortSignal;
  /** Returns the kinds of rides the driver is offered; null until they are known. */
  servedKinds: () => readonly ServedKind[] | null;
}

/**
 * Hands rides, offers and positions to the stores, changes of own rides to the notifications, and what staff
 * see to the pages of the console.
 */
export function receiveEvents(socket: RideSocket, { signal, servedKinds }: ReceiveEventsOptions): void {
  const notifications = notifyOfRides({ audience: actingRiderOrDriver, signal });

  socket.on('position:moved', (positions) =>
    receivePositions(checkPayloadInDevelopment('position:moved', positions)),
  );
  socket.on('ride:changed', (rides) => {
    receiveRides(checkPayloadInDevelopment('ride:changed', rides));
    notifications.receiveRides(rides);
  });
  socket.on('ride:removed', (removed) => {
    receiveRemovedRides(checkPayloadInDevelopment('ride:removed', removed));
    notifications.receiveRemoved(removed);
  });
  // A room's offers of a kind are for any day; some may be after the driver's documents expire.
  socket.on('offer:added', (offers) => {
    const serves = servedKinds();
    const mayServe = (offer: Offer) => !serves || isServed(serves, offer);
    checkPayloadInDevelopment('offer:added', offers);
    receiveOffers(offers.filter(mayServe));
    // Removed at the version before, so that this version can be added once the documents are renewed.
    const others = offers.filter((offer) => !mayServe(offer));
    receiveRemovedOffers(others.map(({ id, version }) => ({ id, version: version - 1, reason: 'changed' })));
  });
  socket.on('offer:removed', (removed) =>
    receiveRemovedOffers(checkPayloadInDevelopment('offer:removed', removed)),
  );
  socket.on('board:changed', (rides) =>
    emitOps('board:changed', checkPayloadInDevelopment('board:changed', rides)),
  );
  socket.on('fleet:changed', (driverIds) =>
    emitOps('fleet:changed', checkPayloadInDevelopment('fleet:changed', driverIds)),
  );
  socket.on('alert:changed', (alerts) =>
    emitOps('alert:changed', checkPayloadInDevelopment('alert:changed', alerts)),
  );
  socket.on('inbox:changed', (rows) =>
    emitOps('inbox:changed', checkPayloadInDevelopment('inbox:changed', rows)),
  );
}

/** Returns the acting rider or driver, who is notified of changes to rides that the page does not show. */
function actingRiderOrDriver() {
  const state = useSessionStore.getState();
  const user = actingUser(state);
  return user && state.activeRole !== 'staff' ? { role: state.activeRole, id: user.id } : null;
}
