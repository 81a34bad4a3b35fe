import { AppError } from '#common/errors.ts';
import type { DriverRecord } from './driver-model.ts';

/** Why somebody may not drive, for them to read; null when they may. Null is who was never approved. */
export function standingRefusal(driver: Pick<DriverRecord, 'state'> | null): AppError | null {
  if (!driver) return new AppError('FORBIDDEN', 'Only approved drivers can do that.');
  if (driver.state === 'active') return null;
  return new AppError('FORBIDDEN', 'Your driver account is suspended. Please call dispatch.');
}

/** Why a driver may not accept rides now; null when they may. */
export function dutyRefusal(driver: Pick<DriverRecord, 'state' | 'isOnDuty'> | null): AppError | null {
  const refusal = standingRefusal(driver);
  if (refusal || driver?.isOnDuty) return refusal;
  return new AppError('OFF_DUTY', 'You are off duty. Go on duty to accept rides.');
}
