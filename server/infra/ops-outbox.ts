import { type EventItem, type RIDE_EVENTS, rooms } from '#common/rides/ride-events.ts';
import { OPS_CHANGED } from './channels.ts';
import { databaseClock } from './database-clock.ts';
import {
  createOutbox,
  logPublishFailed,
  namingStep,
  type Outbox,
  type Published,
  type PublishedModel,
} from './outbox.ts';
import { composePublishedMessage } from './published-message.ts';
import { publish } from './redis.ts';

type Events = typeof RIDE_EVENTS;

/** Events that are emitted to the console's room only. */
type OpsEvent = {
  [Name in keyof Events]: Events[Name] extends { rooms: readonly (typeof rooms.ops)[] } ? Name : never;
}[keyof Events];

/** A document shown on consoles. Its version increases with each change. */
interface Shown extends Published {
  version?: number;
}

/** How a kind of document is shown on consoles. */
interface OpsOutboxOptions<Doc, Name extends OpsEvent> {
  model: PublishedModel<Shown>;
  event: Name;
  present: (doc: Doc) => EventItem<Name>;
}

/** An outbox for documents that only the console shows. */
interface OpsOutbox<Doc> extends Outbox {
  /**
   * Publishes a document, as a change has just left it, to all open consoles, and removes its outbox mark.
   * Never throws: if publishing fails, the mark stays and `relayOutbox` publishes it.
   *
   * @returns whether it was published
   */
  publish(doc: Doc): Promise<boolean>;
}

/** Creates an outbox that publishes every change marked by `MARK_UNPUBLISHED` to the consoles. */
export function createOpsOutbox<Doc extends Shown, Name extends OpsEvent>({
  model,
  event,
  present,
}: OpsOutboxOptions<Doc, Name>): OpsOutbox<Doc> {
  async function publishState(doc: Doc): Promise<void> {
    const changedAt = (doc.unpublishedSince ?? databaseClock.now()).getTime();
    const lines = [`${rooms.ops} ${event} ${JSON.stringify(present(doc))}`];
    const message = composePublishedMessage({ changedAt, lines });
    await namingStep('publish', () => publish(OPS_CHANGED, message));
  }

  /** Removes the mark of a published document. @returns the document if it has changed meanwhile */
  const settle = ({ _id, version }: Doc) =>
    namingStep('clear outbox mark', async () => {
      const { matchedCount } = await model.updateOne({ _id, version }, { $unset: { unpublishedSince: 1 } });
      return matchedCount > 0 ? null : model.findOne({ _id }).lean<Doc>();
    });

  async function publishDoc(doc: Doc): Promise<boolean> {
    try {
      // A concurrent writer may have published a newer version before this one. Publishing again ensures that
      // the newest version is always the last one sent.
      for (let latest: Doc | null = doc; latest; latest = await settle(latest)) await publishState(latest);
      return true;
    } catch (error) {
      logPublishFailed(error, { event, id: doc._id.toHexString() });
      return false;
    }
  }

  return { ...createOutbox(model, publishDoc), publish: publishDoc };
}
