import type { ServedKind } from './driver.ts';

/** Whether the driver serves an offer's kind of ride on its pickup date. */
export const isServed = (
  serves: readonly ServedKind[],
  { rideType, scheduledDate }: { rideType: string; scheduledDate: string },
): boolean =>
  serves.some((kind) => kind.rideType === rideType && (kind.until === null || scheduledDate <= kind.until));
