import type { Cents } from '../money.ts';
import type { FareReview } from './ride-fields.ts';

/** Whether a final fare waits for staff: it is less than half of what was paid, or is on account. */
export const isToBeReviewed = (paidCents: Cents, finalFareCents: Cents): boolean =>
  finalFareCents * 2 < paidCents;

/** Whether a ride's final fare waits for staff. */
export const isUnderReview = ({ fareReview }: { fareReview?: FareReview | null }): boolean =>
  fareReview?.pendingSince !== undefined;
