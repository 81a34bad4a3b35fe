import type { mongo } from 'mongoose';

/** What a step works with: the database as it is, since a model changes with every release and a step does not. */
export interface StepContext {
  db: mongo.Db;
  /** Aborted once another process may have taken over: a step that takes long looks at it between its batches. */
  signal: AbortSignal;
}

/**
 * One change of what is stored. It may be run twice, and runs while the release before serves: see docs/decisions/044-migrations.md for
 * what it may do and what needs two releases.
 */
export interface Step {
  /** Number and name. Never changed once released: the database remembers it. */
  name: string;
  /**
   * The step that code has to know to serve after this one, for a step that takes away or changes what older code reads: its own name where
   * every older release has to be stopped first. Without it every older release may go on.
   */
  requires?: string;
  run(context: StepContext): Promise<unknown>;
}

/** Every step, in the order in which they run. Steps are added at the end, and none is ever removed. */
export const STEPS: readonly Step[] = [
  {
    // A ride has several drivers one after another, and each is told of in a mail of its own.
    name: '001-several-mails-of-a-kind',
    run: ({ db }) => dropIndex(db, 'mails', 'aboutId_1_template_1'),
  },
  {
    // Files that an applicant sent stayed the applicant's, and would go with that account while a vehicle's papers name them.
    name: '002-owners-of-files',
    run: async (context) => {
      await giveFilesTo('driver', 'drivers', context);
      await giveFilesTo('vehicle', 'vehicles', context);
    },
  },
  {
    // A bank that asks was called a dispute on the board. Open consoles are told, as of every change of an alert.
    name: '003-kind-of-inquiries',
    run: nameInquiries,
  },
  {
    // A cancelled ride whose refund by hand was made first counted as refunded, and what its end owed was never made.
    name: '004-cancelled-rides-that-still-owe',
    run: oweStill,
  },
  {
    // A ride that staff had given back whole stayed paid once it was cancelled.
    name: '005-cancelled-rides-given-back-by-hand',
    run: countAsRefunded,
  },
];

const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;

/** Drops an index, where it is there. */
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

/** Makes files those of who has the papers that name them. */
async function giveFilesTo(kind: string, collection: string, { db, signal }: StepContext): Promise<void> {
  const files = db.collection<{ _id: string; owner: string | null }>('files');
  const named = { 'documents.file.id': { $exists: true } };
  for await (const { _id, documents } of db.collection<Papers>(collection).find(named)) {
    signal.throwIfAborted();
    const ids = documents.flatMap(({ file }) => (file ? [file.id] : []));
    await files.updateMany({ _id: { $in: ids } }, { $set: { owner: `${kind} ${_id.toHexString()}` } });
  }
}

/** Gives alerts to the inquiries of banks, which their keys tell from disputes, a kind of their own. */
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

/** Has cancelled rides that owe something count as settled again, so that their refund is made. */
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

/** Has cancelled rides of which nothing is kept or owed any more count as refunded, where something had been paid. */
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

/** What of a cancelled ride's booking and of its edits did not go back, in cents. */
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
