import { ObjectId } from 'bson';
import mongoose from 'mongoose';
import { keyOf } from '#embedded/document-store/bson-key.ts';
import { type RideDoc, type RideRecord, toRideRecord } from '#server/rides/ride-model.ts';
import { checkStep, type KnownRides, noRides } from './check-step.ts';
import type { Chronicle } from './chronicle.ts';
import type { Installation } from './installation.ts';
import { OutboxRelay } from './outbox-relay.ts';
import type { RanCommand } from './stand-ins/mongo-in-process.ts';
import { world } from './the-world.ts';

/** This long after the last change of a ride every reconciliation has run. */
const QUIET_MS = 3_600_000;

/** The rides as written so far. */
export interface WatchedRides {
  known: Pick<KnownRides, 'active'> & { all: ReadonlyMap<string, RideRecord> };
  /** Returns all rides as they are stored. */
  readAll: () => RideRecord[];
}

/**
 * Checks a ride at each of its writes, and has its change published. A change marked as published has to be
 * shown by its rider's page already.
 */
export function watchWrites({ mongo, pages, vehicles }: Installation, chronicle: Chronicle): WatchedRides {
  const known = noRides();
  const relay = new OutboxRelay(mongo.store, chronicle);
  let writtenAt = 0;

  const read = (id: string): RideDoc | undefined => {
    const rides = mongo.store.get(`${mongoose.connection.name}.rides`);
    const record = rides?.records.get(keyOf(new ObjectId(id)));
    return record && (record.doc as unknown as RideDoc);
  };
  const check = (id: string, doc: RideDoc) => {
    const ride = toRideRecord(doc);
    const page = pages.find((each) => each.misses(ride, doc.publishedVersion));
    if (page) {
      const text = `${page.name} does not show ride ${id} at version ${doc.publishedVersion}, which was published`;
      chronicle.fail({ kind: 'pages', text });
    }
    const [first] = checkStep(ride, known, vehicles);
    if (first) chronicle.fail({ kind: 'step', text: first });
  };

  mongo.onCommand = (ran) => {
    for (const id of ridesWritten(ran)) {
      writtenAt = world().clock.now();
      const doc = read(id);
      if (!doc) continue;
      check(id, doc);
      relay.note(id, Boolean(doc.unpublishedSince));
    }
  };
  world().isQuiet = () => known.active.size === 0 && world().clock.now() - writtenAt > QUIET_MS;
  return {
    known,
    readAll: () => [...known.all.keys()].flatMap((id) => read(id) ?? []).map(toRideRecord),
  };
}

/** Returns the ids of the rides that a command may have written. */
function ridesWritten({ name, command }: RanCommand): string[] {
  if (command[name] !== 'rides') return [];
  const filters = (list: unknown) =>
    Array.isArray(list) ? list.map((each) => Object(Object(each).q)._id) : [];
  const ids = {
    insert: Array.isArray(command.documents) ? command.documents.map((doc) => Object(doc)._id) : [],
    update: filters(command.updates),
    findAndModify: [Object(command.query)._id],
  };
  const written: unknown[] = Object.entries(ids).find(([known]) => known === name)?.[1] ?? [];
  return written.filter((id) => id instanceof ObjectId).map((id) => id.toHexString());
}
