import { AppError } from '#common/errors.ts';
import { findUser } from './find-user.ts';

/** A driver as its rider may know it: first name, and what to look out for. */
export interface DriverIntroduction {
  id: string;
  firstName: string;
  /** As the rider will read it, such as `Black Cadillac Escalade, NV 218-QKD`. */
  vehicle: string;
}

/** The driver with this id, as introduced to a rider. Throws FORBIDDEN when there is none, or nothing for it to drive. */
export async function introduceDriver(driverId: string): Promise<DriverIntroduction> {
  const user = await findUser(driverId);
  if (user?.role !== 'driver' || !user.vehicle) {
    throw new AppError('FORBIDDEN', 'Only drivers with a registered vehicle can do that.');
  }
  const [firstName = user.name] = user.name.split(' ');
  return { id: user.id, firstName, vehicle: user.vehicle.label };
}
