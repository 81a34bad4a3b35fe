import { createHmac } from 'node:crypto';
import { model, Schema, type Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import type { CalendarAddress } from '#common/rides/schedule-api.ts';
import { digestOf } from '../../crypto/digest-of.ts';
import { env } from '../../env.ts';
import type { Held } from '../../held-data.ts';
import { newObjectId } from '../../infra/database-clock.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';

/** A driver's calendar; its id is the driver's. */
interface DriverCalendarDoc {
  _id: Types.ObjectId;
  /** Names the current address: the next one has another. Null before there is one. */
  serial: string | null;
  /** Finds the calendar by its token. Absent before there is one. */
  tokenDigest?: string;
  showsPay: boolean;
  showsNames: boolean;
}

const driverCalendarSchema = new Schema<DriverCalendarDoc>(
  {
    serial: { type: String, default: null },
    tokenDigest: String,
    showsPay: { type: Boolean, default: false },
    showsNames: { type: Boolean, default: false },
  },
  { collection: 'driverCalendars', versionKey: false, strict: 'throw' },
);
driverCalendarSchema.index(
  { tokenDigest: 1 },
  { unique: true, partialFilterExpression: { tokenDigest: { $exists: true } } },
);

const DriverCalendarModel = model<DriverCalendarDoc>('DriverCalendar', driverCalendarSchema);

const TOKEN_DIGITS = 32;

/** The token of an address, 128 bits: derived whenever it is shown, and stored nowhere. It is a bearer token. */
function deriveToken(driverId: string, serial: string): string {
  const digest = createHmac('sha256', env.SESSION_SECRET)
    .update(`driver-calendar:${driverId}:${serial}`)
    .digest('hex');
  return `dc_${digest.slice(0, TOKEN_DIGITS)}`;
}

const digestToken = (token: string): string => digestOf('driver-calendar', token);

/** A driver's calendar as its driver sees it. */
export const readCalendarAddress = async (driverId: string): Promise<CalendarAddress> =>
  present(driverId, await DriverCalendarModel.findById(driverId).lean<DriverCalendarDoc>());

/** Makes a new address; the old one ends with the same statement. */
export async function renewCalendarAddress(driverId: string): Promise<CalendarAddress> {
  const serial = newObjectId().toHexString();
  const tokenDigest = digestToken(deriveToken(driverId, serial));
  return write(driverId, { serial, tokenDigest });
}

/** Ends the address, if there is one; what its entries say stays as it was set. Repeatable. */
export async function endCalendarAddress(driverId: string): Promise<void> {
  await DriverCalendarModel.updateOne(
    { _id: driverId },
    { $set: { serial: null }, $unset: { tokenDigest: 1 } },
  );
}

/** Sets what the entries say. */
export const changeCalendar = (
  driverId: string,
  { showsPay, showsNames }: Pick<CalendarAddress, 'showsPay' | 'showsNames'>,
): Promise<CalendarAddress> => write(driverId, { showsPay, showsNames });

async function write(driverId: string, patch: Partial<DriverCalendarDoc>): Promise<CalendarAddress> {
  const update = () => DriverCalendarModel.updateOne({ _id: driverId }, { $set: patch }, { upsert: true });
  await update().catch((error: unknown) => {
    // Of two first writes at once the other inserted it.
    if (isDuplicateKey(error)) return update();
    throw error;
  });
  return readCalendarAddress(driverId);
}

function present(driverId: string, doc: DriverCalendarDoc | null): CalendarAddress {
  const path = doc?.serial ? `/api/calendars/${deriveToken(driverId, doc.serial)}.ics` : null;
  return {
    url: path && new URL(path, env.PUBLIC_URL).href,
    showsPay: doc?.showsPay ?? false,
    showsNames: doc?.showsNames ?? false,
  };
}

/** Whose calendar a token opens, and what its entries say. @throws AppError NOT_FOUND for one that has ended, or never was */
export async function findCalendar(
  token: string,
): Promise<{ driverId: string; showsPay: boolean; showsNames: boolean }> {
  const doc = await DriverCalendarModel.findOne({
    tokenDigest: digestToken(token),
  }).lean<DriverCalendarDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such calendar.');
  const { showsPay = false, showsNames = false } = doc;
  return { driverId: doc._id.toHexString(), showsPay, showsNames };
}

/** What a driver's calendar shows. */
export const heldCalendars = {
  async read({ id }) {
    const doc = await DriverCalendarModel.findById(id).lean<DriverCalendarDoc>();
    if (!doc) return {};
    const { serial, showsPay, showsNames } = doc;
    return { calendar: [{ hasAddress: serial !== null, showsPay, showsNames }] };
  },
  erase: async ({ id }) => {
    await DriverCalendarModel.deleteOne({ _id: id });
  },
} satisfies Held;
