import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import { readPublishedMessage } from '../infra/published-message.ts';
import { forgetChangedRides, type PositionReads } from './receive-positions.ts';
import { type Subscription, subscribe } from './subscribe.ts';

/**
 * Subscribes to ride changes on a node without sockets. Driver devices send positions by REST too, and the
 * node's cache of rides under way must be invalidated as rides change, or a completed ride would still be
 * tracked.
 */
export function followRides(
  reads: Pick<PositionReads, 'forgetRidesUnderWay' | 'forgetAllUnderWay'>,
): Subscription {
  return subscribe({
    on: {
      [RIDES_CHANGED]: (text) => {
        const message = readPublishedMessage(text);
        // A newer format does not reveal the driver, so all drivers' rides are read again.
        if (message.isNewer) reads.forgetAllUnderWay();
        else forgetChangedRides(message, reads);
      },
    },
    onLost: () => logger.warn('redis subscription lost'),
    onRestored: reads.forgetAllUnderWay,
  });
}
