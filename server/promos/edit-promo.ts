import { AppError } from '#common/errors.ts';
import type { PromoTerms } from '#common/promos/promo.ts';
import type { NewPromo, StaffPromo } from '#common/promos/promo-staff-api.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { findPromo } from './check-promo.ts';
import { type PromoDoc, PromoModel } from './promo-model.ts';

/** Returns all promo codes, oldest first. */
export async function listPromos(): Promise<StaffPromo[]> {
  const docs = await PromoModel.find().sort({ createdAt: 1, _id: 1 }).lean<PromoDoc[]>();
  return docs.map(presentStaffPromo);
}

/**
 * Adds a promo code.
 *
 * @param by name of the admin
 * @throws AppError EDIT_CONFLICT if the code exists, INVALID_REQUEST for a last day in the past
 */
export async function addPromo(promo: NewPromo, by: string): Promise<StaffPromo> {
  refusePastEnd(promo.validUntil);
  try {
    return presentStaffPromo(await PromoModel.create({ ...promo, changedBy: by }));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const message = `There is already a code ${promo.code}.`;
    throw new AppError('EDIT_CONFLICT', message, { issues: [{ path: 'code', message }] });
  }
}

/** A promo before and after a change. */
interface Changed {
  before: StaffPromo;
  after: StaffPromo;
}

/**
 * Changes the terms of a promo that still has this version. Rides that already hold it keep their use and the
 * discount stored on the ride.
 *
 * @throws AppError EDIT_CONFLICT when another admin changed it first, NOT_FOUND
 * @throws AppError INVALID_REQUEST for a cap below the number of uses, or a last day in the past
 */
export async function changePromo(
  promoId: string,
  { version, ...terms }: Omit<PromoTerms, 'code'> & { version: number },
  by: string,
): Promise<Changed> {
  const before = await requirePromo(promoId, version);
  if (terms.validUntil !== before.validUntil) refusePastEnd(terms.validUntil);
  const after = await update({ promoId, version, by }, terms);
  return { before, after };
}

/**
 * Makes today the last day of a promo that still has this version.
 *
 * @throws AppError EDIT_CONFLICT when another admin changed it first
 * @throws AppError INVALID_REQUEST if it has already ended, NOT_FOUND
 */
export async function endPromo(promoId: string, version: number, by: string): Promise<Changed> {
  const today = dateInVegas(databaseClock.now());
  const before = await requirePromo(promoId, version);
  if (before.validUntil !== null && before.validUntil < today) {
    throw fieldRefusal('validUntil', 'This code has already ended.');
  }
  return { before, after: await update({ promoId, version, by }, { validUntil: today }) };
}

function refusePastEnd(validUntil: string | null): void {
  if (validUntil !== null && validUntil < dateInVegas(databaseClock.now())) {
    throw fieldRefusal('validUntil', 'That day has passed.');
  }
}

async function requirePromo(promoId: string, version: number): Promise<StaffPromo> {
  const doc = await findPromo(promoId);
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such promo code.');
  if (versionOf(doc) !== version) throw conflictWith(doc);
  return presentStaffPromo(doc);
}

interface Change {
  promoId: string;
  /** The version that the change is based on. */
  version: number;
  by: string;
}

/** Performs every change of terms in one guarded statement: of two concurrent changes, the second fails. */
async function update({ promoId, version, by }: Change, patch: Partial<PromoTerms>): Promise<StaffPromo> {
  const { totalCap = null } = patch;
  const doc = await PromoModel.findOneAndUpdate(
    {
      _id: promoId,
      // Promos stored before versions existed have none.
      version: version === 1 ? { $in: [1, null] } : version,
      ...(totalCap !== null && { uses: { $lte: totalCap } }),
    },
    { $set: { ...patch, version: version + 1, changedBy: by } },
    { returnDocument: 'after' },
  ).lean<PromoDoc>();
  if (doc) return presentStaffPromo(doc);

  const now = await findPromo(promoId);
  if (now && versionOf(now) === version) {
    throw fieldRefusal('totalCap', `It has been used ${now.uses} times already.`);
  }
  throw conflictWith(now);
}

const versionOf = ({ version }: PromoDoc): number => version ?? 1;

const conflictWith = (doc: PromoDoc | null): AppError =>
  new AppError(
    'EDIT_CONFLICT',
    `${doc?.changedBy ?? 'Someone else'} changed this code a moment ago. The list is up to date.`,
  );

/** Builds the view of a promo for admins. */
const presentStaffPromo = (doc: PromoDoc): StaffPromo => ({
  id: doc._id.toHexString(),
  version: versionOf(doc),
  code: doc.code,
  title: doc.title,
  badge: doc.badge,
  description: doc.description,
  percent: doc.percent,
  amountCents: doc.amountCents,
  validFrom: doc.validFrom,
  validUntil: doc.validUntil,
  weekdays: doc.weekdays && [...doc.weekdays],
  minimumFareCents: doc.minimumFareCents,
  minimumHours: doc.minimumHours,
  firstRideOnly: doc.firstRideOnly,
  perRider: doc.perRider,
  totalCap: doc.totalCap,
  uses: doc.uses,
  holds: doc.holds.length,
});
