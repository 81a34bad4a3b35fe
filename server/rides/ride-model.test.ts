import { expect, test } from 'vitest';
import { buildRide } from '../testing/build-ride.ts';
import { rideRecord } from '../testing/ride-record.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { type RideDoc, RideModel, toRideRecord } from './ride-model.ts';

setUpTestDatabase();

const read = async (rideId: string) => {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  if (!doc) throw new Error(`there is no ride ${rideId}`);
  return doc;
};

test('a ride record equals the stored ride, and has the same fields in every status', async () => {
  const rides = await Promise.all([
    buildRide(),
    buildRide({ status: 'cancelled', idempotencyKey: 'key-of-the-request', requestDigest: 'digest' }),
    buildRide({
      status: 'completed',
      unpublishedSince: new Date(),
      refundOwed: { reason: 'completed-for-less', since: new Date() },
      paymentAlerts: ['du_1 opened'],
      refunds: [
        { reason: 'not-accepted', amountCents: 100, refundId: null, giftCardCents: 0, failure: 'lost' },
      ],
    }),
  ]);
  for (const ride of rides) {
    const record = toRideRecord(await read(ride.id));

    expect(record).toStrictEqual(ride);
    expect(Object.keys(record).toSorted()).toEqual(Object.keys(rideRecord(['requested'])).toSorted());
    expect(JSON.parse(JSON.stringify(record))).toStrictEqual(record);
  }
});

test('a field that an older stored ride does not have is null in its record', async () => {
  const ride = await buildRide();
  await RideModel.collection.updateOne({ _id: (await read(ride.id))._id }, { $unset: { passengers: 1 } });

  expect(toRideRecord(await read(ride.id))).toStrictEqual({ ...ride, passengers: null });
});

test('writing a field that is not in the schema fails, nested or not', async () => {
  const ride = await buildRide();
  const { _id, ...doc } = await read(ride.id);

  await expect(RideModel.create({ ...doc, noSuchField: 2 } as object)).rejects.toThrow('noSuchField');
  await expect(RideModel.create({ ...doc, fare: { ...doc.fare, noSuchCents: 2 } } as object)).rejects.toThrow(
    'noSuchCents',
  );
  await expect(RideModel.updateOne({ _id }, { $set: { noSuchField: 2 } })).rejects.toThrow('noSuchField');
  await expect(RideModel.updateOne({ _id }, { $set: { 'driver.noSuchField': 2 } })).rejects.toThrow(
    'noSuchField',
  );
});

test.each([
  ['a status nobody knows', { status: 'flying' }],
  ['no rider', { riderId: undefined }],
  ['half a fare', { fare: { baseCents: 1 } }],
  ['a change nobody knows', { history: [{ change: 'flew', at: new Date() }] }],
])('a ride with %s is not stored', async (_what, part) => {
  const { _id, ...doc } = await read((await buildRide()).id);

  await expect(RideModel.create({ ...doc, ...part } as object)).rejects.toThrow('validation failed');
});
