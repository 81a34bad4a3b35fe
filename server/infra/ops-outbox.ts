import { type EventPayload, OPS_CHANGED, type RIDE_EVENTS, rooms } from '#common/rides/ride-events.ts';
import { composeAnnouncement } from './announcement.ts';
import { databaseClock } from './database-clock.ts';
import { logger } from './logger.ts';
import { createOutbox, type Outbox, type Published, type PublishedModel } from './outbox.ts';
import { publish } from './redis.ts';

type Events = typeof RIDE_EVENTS;

/** Events whose one room is that of the console. */
type OpsEvent = {
  [Name in keyof Events]: Events[Name] extends { rooms: readonly (typeof rooms.ops)[] } ? Name : never;
}[keyof Events];

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : never;

/** A document that consoles show; its version rises with each change. */
interface Shown extends Published {
  version?: number;
}

/** How a kind of document is shown on the consoles. */
interface OpsOutboxOptions<Doc, Name extends OpsEvent> {
  model: PublishedModel<Shown>;
  event: Name;
  present: (doc: Doc) => ItemOf<EventPayload<Name>>;
}

/** The outbox of what the console alone shows. */
export interface OpsOutbox<Doc> extends Outbox {
  /**
   * Shows a document as a change has just left it on every open console, and takes away its mark. A failure is not the caller's: the change is
   * written, the mark stays, and `relayOutbox` publishes it.
   *
   * @returns whether it was published
   */
  publish(doc: Doc): Promise<boolean>;
}

/** Publishes a kind of document to the consoles, each with every change that `MARK_UNPUBLISHED` marked. */
export function createOpsOutbox<Doc extends Shown, Name extends OpsEvent>({
  model,
  event,
  present,
}: OpsOutboxOptions<Doc, Name>): OpsOutbox<Doc> {
  async function announce(doc: Doc): Promise<void> {
    const changedAt = (doc.unpublishedSince ?? databaseClock.now()).getTime();
    const lines = [`${rooms.ops} ${event} ${JSON.stringify(present(doc))}`];
    await publish(OPS_CHANGED, composeAnnouncement({ changedAt, lines }));
  }

  /** Takes away the mark of what was announced. @returns the document where it has changed meanwhile */
  async function settle({ _id, version }: Doc): Promise<Doc | null> {
    const { matchedCount } = await model.updateOne({ _id, version }, { $unset: { unpublishedSince: 1 } });
    return matchedCount > 0 ? null : model.findOne({ _id }).lean<Doc>();
  }

  async function publishDoc(doc: Doc): Promise<boolean> {
    try {
      // Who published a newer one meanwhile may have been first: it is published again, so that the newest is always the last to be told.
      for (let latest: Doc | null = doc; latest; latest = await settle(latest)) await announce(latest);
      return true;
    } catch (error) {
      logger.warn({ error, event, id: doc._id.toHexString() }, 'publish failed, will relay from outbox');
      return false;
    }
  }

  return { ...createOutbox(model, publishDoc), publish: publishDoc };
}
