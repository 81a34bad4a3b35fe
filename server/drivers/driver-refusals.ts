import { AppError } from '#common/errors.ts';
import type { DriverRecord } from './driver-model.ts';

/**
 * Explains to a driver why they may not drive. Returns null if they may. A `null` driver was never approved.
 */
export function stateRefusal(driver: Pick<DriverRecord, 'state'> | null): AppError | null {
  if (!driver) return new AppError('FORBIDDEN', 'Only approved drivers can do that.');
  if (driver.state === 'active') return null;
  return new AppError('FORBIDDEN', 'Your driver account is suspended. Please call dispatch.');
}

/** Explains to a driver why they may not accept rides now. Returns null if they may. */
export function dutyRefusal(driver: Pick<DriverRecord, 'state' | 'isOnDuty'> | null): AppError | null {
  const refusal = stateRefusal(driver);
  if (refusal || driver?.isOnDuty) return refusal;
  return new AppError('OFF_DUTY', 'You are off duty. Go on duty to accept rides.');
}

/** Explains to staff why a driver may not drive. Empty if they may. */
export function stateReason(driver: Pick<DriverRecord, 'state'> | null): string {
  if (!driver) return 'This driver is not approved.';
  return driver.state === 'active' ? '' : 'This driver is suspended.';
}

/** Explains why staff may not assign rides to a driver. Returns null if they may. */
export function assignRefusal(driver: Pick<DriverRecord, 'state'> | null): AppError | null {
  const reason = stateReason(driver);
  return reason ? new AppError('DOES_NOT_FIT', reason) : null;
}
