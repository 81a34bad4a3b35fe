import mongoose from 'mongoose';
import type { CollectionIndex } from '#embedded/document-store/collection-index.ts';
import type { DocumentStore } from '#embedded/document-store/document-store.ts';
import { enqueue } from '#server/infra/queues.ts';
import type { Chronicle } from './chronicle.ts';
import { world } from './the-world.ts';

const RELAY_MS = 3_000;
/** Longer than Redis is ever away, even with two such faults in a row. */
const PUBLISHED_WITHIN_MS = 1_800_000;

/**
 * The schedule of the outbox relay. It runs some seconds after a change of a ride was marked as unpublished,
 * and again as long as one is.
 */
export class OutboxRelay {
  readonly #outboxes: readonly CollectionIndex[];
  readonly #chronicle: Chronicle;
  /** Rides with an unpublished change. */
  readonly #unpublished = new Set<string>();
  #isDue = false;
  /** Since when there has continuously been an unpublished change; null if there is none. */
  #relayedSince: number | null = null;

  /** @throws Error if the rides have no index of outbox marks, because then the relay would never run */
  constructor(store: DocumentStore, chronicle: Chronicle) {
    this.#outboxes = findOutboxes(store);
    this.#chronicle = chronicle;
  }

  /** Notes after a write of a ride whether it has an unpublished change. */
  note(rideId: string, isUnpublished: boolean): void {
    if (!isUnpublished) {
      this.#unpublished.delete(rideId);
      return;
    }
    this.#unpublished.add(rideId);
    if (this.#isDue) return;
    this.#isDue = true;
    this.#runLater(() => this.#run());
  }

  #run(): void {
    this.#isDue = false;
    // Nearly always everything is published by now, and the relay would only read.
    if (this.#outboxes.some((marks) => !marks.isEmpty)) {
      world().scheduler.start({ label: 'schedule' }, () => enqueue('relay-outbox', {}));
    }
    this.#runLater(() => this.#repeat());
  }

  /** Runs again for a change that could not be published this time. */
  #repeat(): void {
    const now = world().clock.now();
    const [first] = this.#unpublished;
    this.#relayedSince = first ? (this.#relayedSince ?? now) : null;
    if (first && this.#relayedSince !== null && now - this.#relayedSince > PUBLISHED_WITHIN_MS) {
      const text = `ride ${first} could not be published for half an hour`;
      this.#chronicle.fail({ kind: 'pages', text });
    } else if (first && !this.#isDue) this.#run();
  }

  #runLater(run: () => void): void {
    const { clock } = world();
    clock.at(clock.now() + RELAY_MS, run);
  }
}

/** Returns the indexes of outbox marks. */
function findOutboxes(store: DocumentStore): CollectionIndex[] {
  const ofMarks = ({ indexes }: { indexes: ReadonlyMap<string, CollectionIndex> }) =>
    [...indexes.values()].filter(({ paths }) => paths[0] === 'unpublishedSince');
  const rides = store.get(`${mongoose.connection.name}.rides`);
  if (!rides || ofMarks(rides).length === 0) throw new Error('rides have no index of outbox marks');
  return [...store.all()].flatMap(ofMarks);
}
