import { type Cents, percentOf } from '../money.ts';
import type { Fare } from './fare.ts';

// A file of its own: pages that only name the share must not load what prices a fare.

/** The driver's part of the base rate, in percent; tips are the driver's whole. */
export const DRIVER_SHARE_PERCENT = 80;

/** What a ride earns its driver: 80% of the base rate plus the whole gratuity, in cents. */
export const driverShareCents = (fare: Pick<Fare, 'baseCents' | 'gratuityCents'>): Cents =>
  percentOf(fare.baseCents, DRIVER_SHARE_PERCENT) + fare.gratuityCents;
