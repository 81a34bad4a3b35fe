import type { Model, Types } from 'mongoose';
import { logger } from './logger.ts';

/** A document whose changes are published. */
export interface Published {
  _id: Types.ObjectId;
  /** The outbox mark: since when its last change waits to be published, by the database's clock. Gone once it was. */
  unpublishedSince?: Date;
}

/** A kind of such documents. */
export type PublishedModel<Doc extends Published = Published> = Pick<
  Model<Doc>,
  'find' | 'findOne' | 'updateOne'
>;

/**
 * Part of every statement that changes what screens show: the change leaves the mark with it, whatever becomes of its process. By the database's
 * clock, since the relay compares marks of many processes; what is inserted takes `databaseClock`.
 */
export const MARK_UNPUBLISHED = { $currentDate: { unpublishedSince: true } } as const;

/** What a process that died, or a Redis that was away, left unpublished of one kind of document. */
export interface Outbox {
  /** Publishes what is marked since before an instant, oldest first, a hundred at once; the next call goes on where some failed. @returns how many were published */
  relay(overdueBefore: Date): Promise<number>;
  /** Since when the oldest change that was not published waits; null where there is none. */
  findOldest(): Promise<Date | null>;
}

const AT_ONCE = 100;

/** How far one process's relay has come with what it could not publish: to this instant, and the documents marked at that very instant. */
interface Progress {
  since: Date;
  ids: readonly Types.ObjectId[];
}

const BEGINNING: Progress = { since: new Date(0), ids: [] };

/** The progress after a hundred documents, of which some could not be published. */
function passOver(failed: readonly Published[], before: Progress): Progress {
  const since = failed.at(-1)?.unpublishedSince;
  if (!since) return before;
  const isSame = (instant?: Date) => instant?.getTime() === since.getTime();
  const ids = failed.filter(({ unpublishedSince }) => isSame(unpublishedSince)).map(({ _id }) => _id);
  return { since, ids: isSame(before.since) ? [...before.ids, ...ids] : ids };
}

/**
 * The transactional outbox of a kind of document, which is the mark in the documents themselves.
 *
 * @param publish publishes a document as it is stored, then takes away its mark, unless it changed meanwhile; returns whether it was published
 */
export function createOutbox<Doc extends Published>(
  model: PublishedModel,
  publish: (doc: Doc) => Promise<boolean>,
): Outbox {
  // In memory, since the mark has to tell how long a change waits: the next relay goes on behind what could not be published, so that it
  // hides nothing else, and begins again at the end.
  let progress = BEGINNING;

  /** One that cannot even be read holds up no other. */
  async function attempt(doc: Doc): Promise<boolean> {
    try {
      return await publish(doc);
    } catch (error) {
      logger.warn({ error, id: doc._id.toHexString() }, 'publish failed, will relay from outbox');
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
      progress = overdue.length < AT_ONCE ? BEGINNING : passOver(failed, progress);
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
