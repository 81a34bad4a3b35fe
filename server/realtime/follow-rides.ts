import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import { readNewerFormat } from '../infra/announcement.ts';
import { logger } from '../infra/logger.ts';
import { forgetChangedRides, type PositionReads } from './receive-positions.ts';
import { type Subscription, subscribe } from './subscribe.ts';

/**
 * Redis in, for a node without sockets: drivers' devices send positions by REST too, and what it remembers of rides under way has to
 * go as they change, or a ride that is completed would be seen on.
 */
export function followRides(
  reads: Pick<PositionReads, 'forgetRidesUnderWay' | 'forgetAllUnderWay'>,
): Subscription {
  return subscribe({
    on: {
      [RIDES_CHANGED]: (message) => {
        // Whose ride a newer release changed cannot be read: every driver's is read anew.
        if (readNewerFormat(message)) reads.forgetAllUnderWay();
        else forgetChangedRides(message, reads);
      },
    },
    onLost: () => logger.warn('redis subscription lost'),
    onRestored: reads.forgetAllUnderWay,
  });
}
