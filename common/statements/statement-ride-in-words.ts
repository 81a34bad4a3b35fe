import { routeInWords } from '../rides/overlap.ts';
import type { StatementRide } from './statement.ts';

/** Formats a ride of a statement: `Wynn to LAS`, or `Wynn to LAS, cancelled, fee kept`. */
export const statementRideInWords = (ride: StatementRide): string =>
  ride.kind === 'cancelled' ? `${routeInWords(ride)}, cancelled, fee kept` : routeInWords(ride);
