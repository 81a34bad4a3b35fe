import { type Cents, formatCents } from '../money.ts';
import { type PaidRide, paidFor, totalOf } from './ride-money.ts';
import type { Waiting } from './waiting.ts';

/** Returns how much of the payment the final fare leaves unused. */
export const unusedCents = (ride: PaidRide, actualFareCents: Cents | null): Cents =>
  actualFareCents === null ? 0 : Math.max(0, totalOf(paidFor(ride)) - actualFareCents);

/** The waiting costs that completing a ride kept from what the final fare left unused. */
interface KeptWaiting {
  /** `12 minutes`, and the whole cost if only a part of it was kept. */
  text: string;
  cents: Cents;
}

/** Returns the waiting costs kept from the refund of a final fare; null if none were. */
export function waitingKept(
  ride: PaidRide & { waiting: Waiting | null },
  actualFareCents: Cents | null,
): KeptWaiting | null {
  const { waiting } = ride;
  const cents = Math.min(waiting?.cents ?? 0, unusedCents(ride, actualFareCents));
  if (!waiting || cents === 0) return null;
  const whole = cents < waiting.cents ? `, part of ${formatCents(waiting.cents)}` : '';
  return { text: `${formatWaitedMinutes(waiting)}${whole}`, cents };
}

/** `1 minute`, `12 minutes`. */
export const formatWaitedMinutes = ({ minutes }: Pick<Waiting, 'minutes'>): string =>
  minutes === 1 ? '1 minute' : `${minutes} minutes`;
