import { logger } from './logger.ts';
import { createOutbox, type Outbox, type Published, type PublishedModel } from './outbox.ts';
import { publish } from './redis.ts';

interface NoticeOutboxOptions<Doc extends Published> {
  model: PublishedModel;
  /** The Redis channel. */
  channel: string;
  /** Whom a change concerns, as nodes read it from the channel; null for nobody. It brings no news: they read what is true by then. */
  compose: (doc: Doc) => string | null;
  /** A field that is kept for what is published, and goes with the mark. */
  keptFor?: string & keyof Doc;
}

/** The outbox of what nodes are told to read again. */
export interface NoticeOutbox extends Outbox {
  /**
   * Publishes that a document has changed, and takes away its mark. A failure is not the caller's: the change is written, the mark stays,
   * and `relayOutbox` publishes it.
   */
  publish(id: string): Promise<void>;
}

/**
 * Publishes that documents of a kind have changed, with every change that `MARK_UNPUBLISHED` marked. No version is needed: a mark tells by
 * its own instant whether another change has followed, and the writer of that one publishes it.
 */
export function createNoticeOutbox<Doc extends Published>({
  model,
  channel,
  compose,
  keptFor,
}: NoticeOutboxOptions<Doc>): NoticeOutbox {
  async function publishDoc(doc: Doc): Promise<void> {
    const message = compose(doc);
    if (message !== null) await publish(channel, message);
    const { _id, unpublishedSince } = doc;
    if (!unpublishedSince) return;
    const done = { unpublishedSince: 1, ...(keptFor && { [keptFor]: 1 }) };
    await model.updateOne({ _id, unpublishedSince }, { $unset: done });
  }

  /** @returns whether it could be published */
  async function attempt(id: string, publishing: () => Promise<void>): Promise<boolean> {
    try {
      await publishing();
      return true;
    } catch (error) {
      logger.warn({ error, channel, id }, 'publish failed, will relay from outbox');
      return false;
    }
  }

  return {
    ...createOutbox<Doc>(model, (doc) => attempt(doc._id.toHexString(), () => publishDoc(doc))),
    async publish(id) {
      await attempt(id, async () => {
        const doc = await model.findOne({ _id: id }).lean<Doc>();
        if (doc) await publishDoc(doc);
      });
    },
  };
}
