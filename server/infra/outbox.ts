import type { Model, Types } from 'mongoose';
import { logger } from './logger.ts';

/** A document whose changes are published. */
export interface Published {
  _id: Types.ObjectId;
  /** The outbox mark: time of the latest unpublished change (database's clock). Absent once published. */
  unpublishedSince?: Date;
}

/** The Mongoose model of such documents. */
export type PublishedModel<Doc extends Published = Published> = Pick<
  Model<Doc>,
  'find' | 'findOne' | 'updateOne'
>;

/**
 * Part of every update that changes what screens show: change and outbox mark are written together, so that a
 * crash cannot separate them. Uses the database's clock, since the relay compares marks of many processes;
 * inserts use `databaseClock`.
 */
export const MARK_UNPUBLISHED = { $currentDate: { unpublishedSince: true } } as const;

/** Publishes changes of one kind of document that a crash or an unavailable Redis left unpublished. */
export interface Outbox {
  /**
   * Publishes up to a hundred changes marked before this time, oldest first. The next call continues behind
   * those that failed.
   *
   * @returns how many were published
   */
  relay(overdueBefore: Date): Promise<number>;
  /** Returns the earliest outbox mark; null when everything is published. */
  findOldest(): Promise<Date | null>;
}

/** The steps of publishing a change. */
type PublishStep =
  | 'read'
  | 'compose'
  | 'publish'
  | 'enqueue emails'
  | 'record audit'
  | 'enqueue refunds'
  | 'clear outbox mark';

/** The failure of a step, as its `cause`. */
class StepFailed extends Error {
  readonly step: PublishStep;

  constructor(step: PublishStep, cause: unknown) {
    super(`${step} failed`, { cause });
    this.step = step;
  }
}

/** Runs a step of publishing, so that `logPublishFailed` can name it if it fails. */
export async function namingStep<Result>(step: PublishStep, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new StepFailed(step, error);
  }
}

/**
 * Logs that a change could not be published, and the step that failed.
 *
 * @param about names the change
 * @param outside the step of a failure outside of `namingStep`
 */
export function logPublishFailed(
  failure: unknown,
  about: Record<string, unknown>,
  outside: PublishStep = 'compose',
): void {
  const isStep = failure instanceof StepFailed;
  const step = isStep ? failure.step : outside;
  const error = isStep ? failure.cause : failure;
  logger.warn({ error, ...about, step }, 'publish failed, relay-outbox will retry');
}

const AT_ONCE = 100;

/** Where this process's relay continues: at this mark time, excluding these documents with that time. */
interface Progress {
  since: Date;
  ids: readonly Types.ObjectId[];
}

const BEGINNING: Progress = { since: new Date(0), ids: [] };

/** Moves on behind the documents of a full batch that could not be published. */
function advancePast(failed: readonly Published[], before: Progress): Progress {
  const since = failed.at(-1)?.unpublishedSince;
  if (!since) return before;
  const isSame = (instant?: Date) => instant?.getTime() === since.getTime();
  const ids = failed.filter(({ unpublishedSince }) => isSame(unpublishedSince)).map(({ _id }) => _id);
  return { since, ids: isSame(before.since) ? [...before.ids, ...ids] : ids };
}

/**
 * Creates the transactional outbox of a kind of document. The outbox marks are stored in the documents
 * themselves.
 *
 * @param publish publishes a stored document, then removes its mark unless it changed meanwhile; returns
 * whether it was published
 */
export function createOutbox<Doc extends Published>(
  model: PublishedModel,
  publish: (doc: Doc) => Promise<boolean>,
): Outbox {
  // Kept in memory, because the mark itself must keep its time. The next relay continues behind documents
  // that failed, so that they do not block others, and starts over at the end.
  let progress = BEGINNING;

  /** A document that throws must not block the others. */
  async function attempt(doc: Doc): Promise<boolean> {
    try {
      return await publish(doc);
    } catch (error) {
      logPublishFailed(error, { id: doc._id.toHexString() }, 'read');
      return false;
    }
  }

  return {
    async relay(overdueBefore) {
      const { since, ids } = progress;
      const overdue = await model
        .find({ unpublishedSince: { $gte: since, $lt: overdueBefore }, _id: { $nin: ids } })
        .sort({ unpublishedSince: 1 })
        .limit(AT_ONCE)
        .lean<Doc[]>();
      const arePublished = await Promise.all(overdue.map(attempt));
      const failed = overdue.filter((_doc, index) => !arePublished[index]);
      progress = overdue.length < AT_ONCE ? BEGINNING : advancePast(failed, progress);
      return overdue.length - failed.length;
    },
    async findOldest() {
      const oldest = await model
        .findOne({ unpublishedSince: { $exists: true } }, { unpublishedSince: 1 })
        .sort({ unpublishedSince: 1 })
        .lean<Published>();
      return oldest?.unpublishedSince ?? null;
    },
  };
}
