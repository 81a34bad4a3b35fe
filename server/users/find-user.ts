import { AppError } from '#common/errors.ts';
import { toUserRecord, type UserDoc, UserModel } from './user-model.ts';
import type { UserRecord } from './user-record.ts';

/** The user with this id, or null. */
export async function findUser(userId: string): Promise<UserRecord | null> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  return doc && toUserRecord(doc);
}

/** The users with these e-mail addresses, lower case; fewer when some are unknown. */
export async function findUsersByEmail(emails: readonly string[]): Promise<UserRecord[]> {
  const docs = await UserModel.find({ email: { $in: emails } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

/** A driver as its rider may know it: first name, and what to look out for. */
export interface DriverIntroduction {
  id: string;
  firstName: string;
  vehicle: string;
}

/** The driver with this id, as introduced to a rider. Throws FORBIDDEN when there is none, or nothing for it to drive. */
export async function findDriver(driverId: string): Promise<DriverIntroduction> {
  const user = await findUser(driverId);
  if (user?.role !== 'driver' || !user.vehicle) {
    throw new AppError('FORBIDDEN', 'Only drivers with a registered vehicle can do that.');
  }
  const [firstName = user.name] = user.name.split(' ');
  return { id: user.id, firstName, vehicle: user.vehicle.label };
}
