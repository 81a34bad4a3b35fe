import type { mongo } from 'mongoose';
import { phoneTermsOf, wordsOf } from '#common/search-terms.ts';

/** The context of a step: the database itself, because models change with every release and steps do not. */
interface StepContext {
  db: mongo.Db;
  /** Aborted once another process may have taken over. A long-running step checks it between batches. */
  signal: AbortSignal;
}

/**
 * A change of stored data. It must be idempotent, and runs while the previous release is serving: see
 * docs/decisions/044-migrations.md for what it may do and what needs two releases.
 */
export interface Step {
  /** Number and name. Never changed once released, because the database records it. */
  name: string;
  /**
   * The step that a release must know in order to serve after this one. Set it when the step removes or
   * changes what older code reads; to its own name when every older release must be stopped first. Without
   * it, older releases may keep serving.
   */
  requires?: string;
  run(context: StepContext): Promise<unknown>;
}

/** All steps in the order in which they run. New ones are added at the end; none is ever removed. */
export const STEPS: readonly Step[] = [
  {
    // A ride may have several drivers one after another, and each is notified by a separate mail.
    name: '001-several-mails-of-a-kind',
    run: ({ db }) => dropIndex(db, 'mails', 'aboutId_1_template_1'),
  },
  {
    // Files of an applicant stayed owned by the applicant, and would be deleted with that account although a
    // vehicle's papers refer to them.
    name: '002-owners-of-files',
    run: async (context) => {
      await giveFilesTo('driver', 'drivers', context);
      await giveFilesTo('vehicle', 'vehicles', context);
    },
  },
  {
    // An inquiry of a bank was shown as a dispute. Open consoles are updated as with any change of an alert.
    name: '003-kind-of-inquiries',
    run: nameInquiries,
  },
  {
    // Cancelled rides with a manual refund counted as refunded, so their cancellation refund was never made.
    name: '004-cancelled-rides-that-still-owe',
    run: oweStill,
  },
  {
    // A ride that staff had refunded in full remained paid after its cancellation.
    name: '005-cancelled-rides-given-back-by-hand',
    run: countAsRefunded,
  },
  {
    // Staff who book by phone find riders by words of their name and by their phone number.
    name: '006-search-terms-of-riders',
    run: addSearchTerms,
  },
];

const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;

/** Drops an index if it exists. */
async function dropIndex(db: mongo.Db, collection: string, name: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(name);
  } catch (error) {
    const { code } = Object(error);
    if (code !== INDEX_NOT_FOUND && code !== NAMESPACE_NOT_FOUND) throw error;
  }
}

interface Papers {
  _id: mongo.ObjectId;
  documents: { file?: { id: string } | null }[];
}

/** Sets the owner of files to the driver or vehicle whose papers refer to them. */
async function giveFilesTo(kind: string, collection: string, { db, signal }: StepContext): Promise<void> {
  const files = db.collection<{ _id: string; owner: string | null }>('files');
  const named = { 'documents.file.id': { $exists: true } };
  for await (const { _id, documents } of db.collection<Papers>(collection).find(named)) {
    signal.throwIfAborted();
    const ids = documents.flatMap(({ file }) => (file ? [file.id] : []));
    await files.updateMany({ _id: { $in: ids } }, { $set: { owner: `${kind} ${_id.toHexString()}` } });
  }
}

/** Changes the kind of alerts about bank inquiries, whose keys distinguish them from disputes. */
async function nameInquiries({ db, signal }: StepContext): Promise<void> {
  const alerts = db.collection<{ key: string; kind: string; version: number; unpublishedSince: Date }>(
    'alerts',
  );
  for await (const { _id, key, kind } of alerts.find({ kind: 'dispute-opened' })) {
    signal.throwIfAborted();
    if (!key.endsWith(' inquiry')) continue;
    await alerts.updateOne(
      { _id, kind },
      {
        $set: { kind: 'inquiry-opened' },
        $currentDate: { unpublishedSince: true },
        $inc: { version: 1 },
      },
    );
  }
}

/** Marks cancelled rides that still owe a refund as settled again, so that it is made. */
async function oweStill({ db }: StepContext): Promise<void> {
  const rides = db.collection<{ paymentStatus: string; version: number; unpublishedSince: Date }>('rides');
  const stuck = { status: 'cancelled', paymentStatus: 'refunded', refundOwed: { $ne: null } };
  for (const [paymentStatus, paymentIntentId] of [
    ['paid', { $ne: null }],
    ['waived', null],
  ] as const) {
    await rides.updateMany(
      { ...stuck, paymentIntentId },
      { $set: { paymentStatus }, $currentDate: { unpublishedSince: true }, $inc: { version: 1 } },
    );
  }
}

interface Owing {
  id: string;
  owedSince?: Date;
}

interface CancelledRide {
  paymentStatus: string;
  version: number;
  unpublishedSince: Date;
  fare: { totalCents: number; giftCardCents: number };
  bookedFare?: CancelledRide['fare'] | null;
  refunds: { amountCents: number; giftCardCents: number; chargeId?: string }[];
  adjustments?: (Owing & { toCardCents: number; chargeId?: string })[];
  charges?: (Owing & { kind: string; status: string; amountCents: number })[];
}

/** Marks cancelled rides as refunded when something had been paid and nothing is kept or owed any more. */
async function countAsRefunded({ db, signal }: StepContext): Promise<void> {
  const rides = db.collection<CancelledRide>('rides');
  const settled = { status: 'cancelled', paymentStatus: { $in: ['paid', 'waived'] }, refundOwed: null };
  for await (const ride of rides.find({ ...settled, 'refunds.0': { $exists: true } })) {
    signal.throwIfAborted();
    if (isOwing(ride) || keptCents(ride) > 0) continue;
    const { _id, version } = ride;
    await rides.updateOne(
      { _id, version },
      {
        $set: { paymentStatus: 'refunded' },
        $currentDate: { unpublishedSince: true },
        $inc: { version: 1 },
      },
    );
  }
}

const isOwing = ({ adjustments = [], charges = [] }: CancelledRide): boolean =>
  [...adjustments, ...charges].some(({ owedSince }) => owedSince);

/** Returns the part of a cancelled ride's booking and edits that was not refunded, in cents. */
function keptCents({
  paymentStatus,
  fare,
  bookedFare,
  refunds,
  adjustments = [],
  charges = [],
}: CancelledRide) {
  const booked = bookedFare ?? fare;
  const ofBooking = refunds.filter(({ chargeId }) => !chargeId);
  const taken = (id: string) => sumOf(adjustments.filter((each) => each.chargeId === id).map(toCard));
  const kept = charges.filter(({ kind, status }) => OF_FARE.includes(kind) && status === 'paid');
  return (
    (paymentStatus === 'paid' ? booked.totalCents : 0) +
    booked.giftCardCents -
    sumOf(ofBooking.map(({ amountCents, giftCardCents }) => amountCents + giftCardCents)) +
    sumOf(kept.map(({ id, amountCents }) => amountCents - taken(id)))
  );
}

const OF_FARE = ['difference', 'extension'];

const toCard = ({ toCardCents }: { toCardCents: number }): number => toCardCents;

const sumOf = (amounts: number[]): number => amounts.reduce((sum, cents) => sum + cents, 0);

interface Rider {
  name: string;
  phone: string | null;
}

/** Adds search terms to riders without them. One whose name or phone number changes meanwhile is skipped. */
async function addSearchTerms({ db, signal }: StepContext): Promise<void> {
  const users = db.collection<Rider>('users');
  const isMissing = { role: 'rider', nameTerms: { $exists: false }, 'deletion.decidedAt': null };
  for await (const { _id, name, phone } of users.find(isMissing)) {
    signal.throwIfAborted();
    const nameTerms = [...new Set(wordsOf(name))];
    const phoneTerms = [...new Set(phoneTermsOf(phone ?? '').filter(Boolean))];
    await users.updateOne({ _id, name, phone }, { $set: { nameTerms, phoneTerms } });
  }
}
