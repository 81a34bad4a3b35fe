import { model, Schema, type Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import type { CalendarAddress } from '#common/rides/schedule-api.ts';
import { digestOf } from '../../crypto/digest-of.ts';
import { sessionHmac } from '../../crypto/session-hmac.ts';
import { env } from '../../env.ts';
import { newObjectId } from '../../infra/database-clock.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import type { PersonalDataSource } from '../../personal-data-source.ts';

/** The settings of a driver's calendar, under the driver's id. */
interface DriverCalendarDoc {
  _id: Types.ObjectId;
  /** Part of the token's input: each new address has a new serial. Null without an address. */
  serial: string | null;
  /** The digest that the calendar is looked up by. Absent without an address. */
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

/** Derives the bearer token of an address (128 bits). It is never stored. */
function deriveToken(driverId: string, serial: string): string {
  const digest = sessionHmac('driver-calendar', `${driverId}:${serial}`).toString('hex');
  return `dc_${digest.slice(0, TOKEN_DIGITS)}`;
}

const digestToken = (token: string): string => digestOf('driver-calendar', token);

/** Reads a driver's calendar settings, for the driver. */
export const readCalendarAddress = async (driverId: string): Promise<CalendarAddress> =>
  present(driverId, await DriverCalendarModel.findById(driverId).lean<DriverCalendarDoc>());

/** Creates a new address; the old one ends in the same statement. */
export async function renewCalendarAddress(driverId: string): Promise<CalendarAddress> {
  const serial = newObjectId().toHexString();
  const tokenDigest = digestToken(deriveToken(driverId, serial));
  return write(driverId, { serial, tokenDigest });
}

/** Ends the address, if there is one; the settings are kept. Idempotent. */
export async function endCalendarAddress(driverId: string): Promise<void> {
  await DriverCalendarModel.updateOne(
    { _id: driverId },
    { $set: { serial: null }, $unset: { tokenDigest: 1 } },
  );
}

/** Sets what the entries show. */
export const changeCalendar = (
  driverId: string,
  { showsPay, showsNames }: Pick<CalendarAddress, 'showsPay' | 'showsNames'>,
): Promise<CalendarAddress> => write(driverId, { showsPay, showsNames });

async function write(driverId: string, patch: Partial<DriverCalendarDoc>): Promise<CalendarAddress> {
  const update = () => DriverCalendarModel.updateOne({ _id: driverId }, { $set: patch }, { upsert: true });
  await update().catch((error: unknown) => {
    // A concurrent first write has inserted the document; retry as an update.
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

/**
 * Finds the driver and the settings of a calendar by its token.
 *
 * @throws AppError NOT_FOUND when the address ended or never existed
 */
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

/** The personal data in a driver's calendar settings. */
export const calendarsData = {
  async read({ id }) {
    const doc = await DriverCalendarModel.findById(id).lean<DriverCalendarDoc>();
    if (!doc) return {};
    const { serial, showsPay, showsNames } = doc;
    return { calendar: [{ hasAddress: serial !== null, showsPay, showsNames }] };
  },
  erase: async ({ id }) => {
    await DriverCalendarModel.deleteOne({ _id: id });
  },
} satisfies PersonalDataSource;
