import { once } from 'node:events';
import mongoose, { type Connection, Schema, Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SpawnedStore, spawnDocumentStore } from './testing/spawn-document-store.ts';
import { spawnRacer } from './testing/spawn-racer.ts';

/**
 * The product's requirements of a database, tested through Mongoose. They only use MongoDB's public contract:
 * with `MONGO_URL` set, the same tests run against a real MongoDB, which verifies the store's reading of the
 * manual.
 */
let store: SpawnedStore | undefined;
let url: string;
let connection: Connection;

beforeAll(async () => {
  store = process.env.MONGO_URL ? undefined : await spawnDocumentStore('--ttl-interval-ms', '20');
  url = process.env.MONGO_URL ?? store?.url ?? '';
  connection = await mongoose.createConnection(url, { dbName: 'document-store-contract' }).asPromise();
  await connection.dropDatabase();
}, 20_000);

beforeEach(() => connection.deleteModel(/./));

afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
  await store?.end();
}, 20_000);

let models = 0;
/** Creates a model with a separate collection. */
async function modelOf<T extends Schema>(schema: T) {
  const model = connection.model(`Contract${models++}`, schema);
  await model.init();
  return model;
}

const rideSchema = () =>
  new Schema(
    {
      riderId: Schema.ObjectId,
      status: { type: String, default: 'requested' },
      fareCents: Number,
      paid: Boolean,
      scheduledAt: Date,
      secret: Buffer,
      stops: [{ place: String, minutes: Number }],
      tags: [String],
      version: { type: Number, default: 0 },
    },
    { timestamps: true },
  );

test('a document is read back as it was saved', async () => {
  const Ride = await modelOf(rideSchema());
  const riderId = new Types.ObjectId();
  const ride = await Ride.create({
    riderId,
    fareCents: 23358,
    paid: false,
    scheduledAt: new Date(0),
    secret: Buffer.from([0, 255]),
    stops: [{ place: 'Bellagio', minutes: 2.5 }],
    tags: ['a', 'b'],
  });
  const found = await Ride.findById(ride.id).lean().orFail();
  expect(found).toMatchObject({
    riderId,
    status: 'requested',
    fareCents: 23358,
    paid: false,
    scheduledAt: new Date(0),
    stops: [{ place: 'Bellagio', minutes: 2.5 }],
    tags: ['a', 'b'],
    createdAt: expect.any(Date),
  });
  expect(Buffer.from(found.secret?.buffer ?? [])).toEqual(Buffer.from([0, 255]));
  expect((await Ride.findById(ride.id))?.toObject()).toEqual(ride.toObject());
});

test('findOneAndUpdate changes a document only while it matches the filter', async () => {
  const Ride = await modelOf(rideSchema());
  const { _id } = await Ride.create({});
  const accept = () =>
    Ride.findOneAndUpdate(
      { _id, status: 'requested' },
      { $set: { status: 'accepted' }, $inc: { version: 1 }, $push: { stops: { place: 'x', minutes: 1 } } },
      { returnDocument: 'after' },
    ).lean();
  const results = await Promise.all([accept(), accept(), accept()]);
  expect(results.filter((ride) => ride !== null)).toMatchObject([
    { status: 'accepted', version: 1, stops: [{ place: 'x' }] },
  ]);
  expect(await Ride.findOneAndUpdate({ _id }, { $set: { paid: true } }).lean()).not.toHaveProperty('paid');
  expect(await Ride.findOneAndDelete({ status: 'accepted' }).lean()).toMatchObject({ _id });
  expect(await Ride.findOneAndDelete({ status: 'accepted' })).toBeNull();
});

test('an upsert inserts once, with schema defaults and timestamps', async () => {
  const Ride = await modelOf(rideSchema());
  const upsert = () =>
    Ride.updateOne({ riderId: null, fareCents: 5 }, { $inc: { version: 1 } }, { upsert: true });
  expect(await upsert()).toMatchObject({
    matchedCount: 0,
    upsertedCount: 1,
    upsertedId: expect.any(Types.ObjectId),
  });
  expect(await upsert()).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 });
  expect(await Ride.find().lean()).toMatchObject([
    { fareCents: 5, version: 2, status: 'requested', createdAt: expect.any(Date) },
  ]);
});

test('queries support filters, sorts, projections, counts, grouping and cursors', async () => {
  const Ride = await modelOf(rideSchema().index({ status: 1, fareCents: -1 }));
  await Ride.insertMany(
    Array.from({ length: 250 }, (_, fareCents) => ({ fareCents, status: fareCents % 2 ? 'odd' : 'even' })),
  );
  const dearest = await Ride.find({ status: 'odd', fareCents: { $gte: 100, $lt: 200 } }, { fareCents: 1 })
    .sort({ fareCents: -1 })
    .limit(3)
    .lean();
  expect(dearest).toEqual(
    [199, 197, 195].map((fareCents) => ({ _id: expect.any(Types.ObjectId), fareCents })),
  );
  expect(await Ride.find({ status: 'even' }).lean()).toHaveLength(125);
  expect(await Ride.countDocuments({ status: { $in: ['even'] } })).toBe(125);
  expect(await Ride.countDocuments({ status: 'neither' })).toBe(0);
  const hint = { status: 1, fareCents: -1 };
  expect(await Ride.countDocuments({ status: 'odd', fareCents: { $gte: 100 } }, { hint })).toBe(75);
  await expect(Ride.countDocuments({ status: 'odd' }, { hint: { fareCents: 1 } })).rejects.toMatchObject({
    codeName: 'BadValue',
  });
  const byStatus = await Ride.aggregate([
    { $match: { fareCents: { $lt: 5 } } },
    { $group: { _id: { is: '$status' }, n: { $sum: 1 } } },
  ]);
  expect(byStatus).toHaveLength(2);
  expect(byStatus).toEqual(
    expect.arrayContaining([
      { _id: { is: 'even' }, n: 3 },
      { _id: { is: 'odd' }, n: 2 },
    ]),
  );
  expect(await Ride.exists({ fareCents: 249 })).not.toBeNull();
  const seen: number[] = [];
  for await (const ride of Ride.find().sort({ fareCents: 1 }).batchSize(40).cursor())
    seen.push(Number(ride.fareCents));
  expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => at));
});

test('$pull removes array elements by their fields, and deleteMany deletes all matches', async () => {
  const Ride = await modelOf(rideSchema());
  const [ride] = await Ride.create([
    { stops: [{ place: 'a' }, { place: 'b' }] },
    { fareCents: 2 },
    { fareCents: 3 },
  ]);
  await Ride.updateOne(
    { _id: ride?._id, stops: { $elemMatch: { place: 'a' } } },
    { $pull: { stops: { place: 'a' } } },
  );
  expect(await Ride.findById(ride?._id).lean()).toMatchObject({ stops: [{ place: 'b' }] });
  expect(await Ride.deleteOne({ _id: ride?._id })).toMatchObject({ deletedCount: 1 });
  expect(await Ride.deleteMany()).toMatchObject({ deletedCount: 2 });
});

test('an array filter selects the array element to update', async () => {
  const Ride = await modelOf(rideSchema());
  const { id } = await Ride.create({
    stops: [
      { place: 'a', minutes: 1 },
      { place: 'b', minutes: 1 },
    ],
  });
  await Ride.updateOne(
    { _id: id },
    { $inc: { 'stops.$[stop].minutes': 5 } },
    { arrayFilters: [{ 'stop.place': 'b' }] },
  );
  expect(await Ride.findById(id).lean()).toMatchObject({ stops: [{ minutes: 1 }, { minutes: 6 }] });
});

describe('indexes', () => {
  test('creating existing indexes again causes no error', async () => {
    const Ride = await modelOf(rideSchema().index({ riderId: 1, createdAt: -1 }));
    await expect(Ride.createIndexes()).resolves.toBeUndefined();
  });

  test('diffIndexes reports missing indexes and no existing ones', async () => {
    const partial = { unique: true, partialFilterExpression: { status: 'open' } };
    const Ride = await modelOf(rideSchema().index({ riderId: 1 }, partial).index({ createdAt: 1 }));
    expect(await Ride.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    await Ride.collection.dropIndex('createdAt_1');
    expect(await Ride.diffIndexes()).toMatchObject({ toCreate: [{ createdAt: 1 }] });
  });

  test('a partial unique index refuses a second document only if it covers it', async () => {
    const partial = { unique: true, partialFilterExpression: { status: 'open' } };
    const Ride = await modelOf(rideSchema().index({ riderId: 1 }, partial));
    const riderId = new Types.ObjectId();
    await Ride.create([
      { riderId, status: 'open' },
      { riderId, status: 'closed' },
      { riderId, status: 'closed' },
    ]);
    await expect(Ride.create({ riderId, status: 'open' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { riderId: 1 },
    });
    await expect(Ride.updateOne({ status: 'closed' }, { status: 'open' })).rejects.toMatchObject({
      code: 11000,
    });
  });

  test('insertMany fails on a unique index and reports the documents that were inserted', async () => {
    const Ride = await modelOf(rideSchema().index({ fareCents: 1 }, { unique: true }));
    const inserting = Ride.insertMany([{ fareCents: 1 }, { fareCents: 1 }, { fareCents: 2 }], {
      ordered: false,
    });
    await expect(inserting).rejects.toMatchObject({
      code: 11000,
      insertedDocs: [{ fareCents: 1 }, { fareCents: 2 }],
    });
    expect(await Ride.countDocuments()).toBe(2);
  });

  test.skipIf(process.env.MONGO_URL)('an index with an expiry deletes expired documents', async () => {
    const Ride = await modelOf(rideSchema().index({ scheduledAt: 1 }, { expireAfterSeconds: 1 }));
    await Ride.create([{ scheduledAt: new Date(0) }, { scheduledAt: new Date(Date.now() + 60_000) }]);
    await expect.poll(() => Ride.countDocuments(), { timeout: 15_000 }).toBe(1);
  });
});

test.skipIf(process.env.MONGO_URL)('transactions and change streams are refused', async () => {
  const Ride = await modelOf(rideSchema());
  const session = await connection.startSession();
  session.startTransaction();
  await expect(Ride.create([{ fareCents: 1 }], { session })).rejects.toMatchObject({
    originalError: { code: 20 },
  });
  await session.endSession();

  const stream = Ride.watch();
  const [error] = await once(stream, 'error');
  expect(error).toMatchObject({ code: 40573 });
  await stream.close();
});

test('of two processes, one wins each compare-and-set and one owns each unique key', async () => {
  const race = connection.getClient().db('document-store-race');
  await race.dropDatabase();
  await race.collection('counters').insertOne({ name: 'shared', value: 0 });
  await race.collection('keys').createIndex({ key: 1 }, { unique: true });

  const racers = await Promise.all([spawnRacer(url), spawnRacer(url)]);

  expect(racers.reduce((sum, { raised }) => sum + raised, 0)).toBe(100);
  expect(racers.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(100);
  expect(await race.collection('keys').countDocuments()).toBe(100);
  await race.dropDatabase();
});

test.skipIf(process.env.MONGO_URL)('the store exits cleanly on SIGTERM and SIGINT', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const other = await spawnDocumentStore();
    await other.end(signal);
    expect(other.process.exitCode).toBe(0);
  }
});
