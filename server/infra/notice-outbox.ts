import {
  createOutbox,
  logPublishFailed,
  namingStep,
  type Outbox,
  type Published,
  type PublishedModel,
} from './outbox.ts';
import { publish } from './redis.ts';

interface NoticeOutboxOptions<Doc extends Published> {
  model: PublishedModel;
  /** The Redis channel. */
  channel: string;
  /**
   * Returns the message, such as ids of those concerned; null when there is nothing to publish. Receivers
   * read the present state from the database.
   */
  compose: (doc: Doc) => string | null;
  /** A field stored only for the message, removed together with the mark. */
  keptFor?: string & keyof Doc;
}

/** An outbox for messages that make nodes read something again. */
interface NoticeOutbox extends Outbox {
  /**
   * Publishes that a document changed, and removes its outbox mark. Never throws: if publishing fails, the
   * mark stays and `relayOutbox` publishes it.
   */
  publish(id: string): Promise<void>;
}

/**
 * Creates an outbox that publishes every change of a document marked by `MARK_UNPUBLISHED`. It needs no
 * version: the mark's time shows whether another change followed, which its own writer publishes.
 */
export function createNoticeOutbox<Doc extends Published>({
  model,
  channel,
  compose,
  keptFor,
}: NoticeOutboxOptions<Doc>): NoticeOutbox {
  async function publishDoc(doc: Doc): Promise<void> {
    const message = compose(doc);
    if (message !== null) await namingStep('publish', () => publish(channel, message));
    const { _id, unpublishedSince } = doc;
    if (!unpublishedSince) return;
    const done = { unpublishedSince: 1, ...(keptFor && { [keptFor]: 1 }) };
    await namingStep('clear outbox mark', async () => {
      await model.updateOne({ _id, unpublishedSince }, { $unset: done });
    });
  }

  /** @returns whether it was published */
  async function attempt(id: string, publishing: () => Promise<void>): Promise<boolean> {
    try {
      await publishing();
      return true;
    } catch (error) {
      logPublishFailed(error, { channel, id });
      return false;
    }
  }

  return {
    ...createOutbox<Doc>(model, (doc) => attempt(doc._id.toHexString(), () => publishDoc(doc))),
    async publish(id) {
      await attempt(id, async () => {
        const doc = await namingStep('read', async () => model.findOne({ _id: id }).lean<Doc>());
        if (doc) await publishDoc(doc);
      });
    },
  };
}
