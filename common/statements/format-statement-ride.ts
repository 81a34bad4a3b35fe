import { formatRoute } from '../rides/overlap.ts';
import type { StatementRide } from './statement.ts';

/** Formats a ride of a statement: `Wynn to LAS`, or `Wynn to LAS, cancelled, fee kept`. */
export const formatStatementRide = (ride: StatementRide): string =>
  ride.kind === 'cancelled' ? `${formatRoute(ride)}, cancelled, fee kept` : formatRoute(ride);
