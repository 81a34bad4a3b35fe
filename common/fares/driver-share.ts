import { type Cents, percentOf } from '../money.ts';
import type { Fare } from './fare.ts';

// A separate file, so that pages that only need the share do not load the fare calculation.

/** The driver's share of the base rate, in percent. Tips go to the driver in full. */
export const DRIVER_SHARE_PERCENT = 80;

/** Returns a ride's earnings for its driver, in cents: 80% of the base rate plus the whole gratuity. */
export const driverShareCents = (fare: Pick<Fare, 'baseCents' | 'gratuityCents'>): Cents =>
  percentOf(fare.baseCents, DRIVER_SHARE_PERCENT) + fare.gratuityCents;
