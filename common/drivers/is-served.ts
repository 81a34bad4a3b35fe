import type { ServedKind } from './driver.ts';

/** Whether an offer is of a kind that is served, on a date on which it is. */
export const isServed = (
  serves: readonly ServedKind[],
  { rideType, scheduledDate }: { rideType: string; scheduledDate: string },
): boolean =>
  serves.some((kind) => kind.rideType === rideType && (kind.until === null || scheduledDate <= kind.until));
