import mongoose from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../env.ts';
import { SurgeEventModel } from '../fares/surge-event-model.ts';
import { GiftCardModel } from '../gift-cards/gift-card-model.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { maxRequestsPerCall } from '../http/shed-load.ts';
import { MailModel } from '../mail/mail-model.ts';
import { MessageModel } from '../messages/message-model.ts';
import { PromoModel, RedemptionModel } from '../promos/promo-model.ts';
import { RideModel } from '../rides/ride-model.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { UserModel } from '../users/user-model.ts';
import { connectMongo, disconnectMongo, pingMongo, reconnectWithTimeouts } from './mongo.ts';

setUpTestDatabase();

test('options in the MongoDB address do not override write concern, reads or timeouts', async () => {
  const address = env.MONGO_URL;
  const withOptions = new URL(address);
  const options = {
    w: '1',
    journal: 'false',
    readConcernLevel: 'local',
    retryWrites: 'false',
    heartbeatFrequencyMS: '60000',
  };
  for (const [name, value] of Object.entries(options)) withOptions.searchParams.set(name, value);
  env.MONGO_URL = withOptions.href;
  onTestFinished(() => {
    env.MONGO_URL = address;
  });
  await disconnectMongo();
  await connectMongo();

  const used = mongoose.connection.getClient().options;

  expect(used.writeConcern).toMatchObject({ w: 'majority', journal: true, wtimeoutMS: 10_000 });
  expect(used).toMatchObject({
    readPreference: { mode: 'primary' },
    readConcern: { level: 'majority' },
    retryWrites: true,
    serverSelectionTimeoutMS: 20_000,
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 5_000,
  });
});

test('the connection pool is larger than the number of concurrent requests of one call', async () => {
  await reconnectWithTimeouts(3_000);
  onTestFinished(async () => {
    mongoose.set('maxTimeMS', undefined);
    await disconnectMongo();
    await connectMongo();
  });

  expect(mongoose.connection.getClient().options.maxPoolSize).toBeGreaterThan(maxRequestsPerCall());
});

test('a MongoDB connection that is marked as disconnected is still pinged', async () => {
  const state = vi.spyOn(mongoose.connection, 'readyState', 'get');
  state.mockReturnValue(mongoose.ConnectionStates.disconnected);
  onTestFinished(() => state.mockRestore());

  expect(await pingMongo()).toBe(true);
});

test('a query on an unknown field is refused, instead of being answered with everything', async () => {
  await expect(RideModel.find({ ryderId: 'somebody' } as object)).rejects.toThrow('ryderId');
});

test.each(
  [
    SurgeEventModel,
    GiftCardModel,
    PurchaseModel,
    MailModel,
    MessageModel,
    PromoModel,
    RedemptionModel,
    UserModel,
  ].map((model) => [model.modelName, model] as const),
)('%s refuses to store an unknown field, instead of dropping it', async (_name, model) => {
  const update = Object(model).updateOne({}, { $set: { ryderId: 'somebody' } });

  await expect(update).rejects.toThrow('ryderId');
  expect(() => Reflect.construct(model, [{ ryderId: 'somebody' }])).toThrow('ryderId');
});
