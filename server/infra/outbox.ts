import type { Model, Types } from 'mongoose';

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
  /** Publishes what is marked since before an instant, oldest first, a hundred at once. @returns how many were published */
  relay(overdueBefore: Date): Promise<number>;
  /** Since when the oldest change that was not published waits; null where there is none. */
  findOldest(): Promise<Date | null>;
}

const AT_ONCE = 100;

/**
 * The transactional outbox of a kind of document, which is the mark in the documents themselves.
 *
 * @param publish publishes a document as it is stored, then takes away its mark, unless it changed meanwhile; returns whether it was published
 */
export function createOutbox<Doc extends Published>(
  model: PublishedModel,
  publish: (doc: Doc) => Promise<boolean>,
): Outbox {
  /** What cannot be published goes to the end of what is overdue, so that it hides nothing else, and stays overdue. */
  async function relayOne(doc: Doc, overdueBefore: Date): Promise<boolean> {
    const isPublished = await publish(doc);
    if (!isPublished) {
      const { _id, unpublishedSince } = doc;
      await model.updateOne({ _id, unpublishedSince }, { $set: { unpublishedSince: overdueBefore } });
    }
    return isPublished;
  }

  return {
    async relay(overdueBefore) {
      const overdue = await model
        .find({ unpublishedSince: { $lt: overdueBefore } })
        .sort({ unpublishedSince: 1 })
        .limit(AT_ONCE)
        .lean<Doc[]>();
      const published = await Promise.all(overdue.map((doc) => relayOne(doc, overdueBefore)));
      return published.filter(Boolean).length;
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
