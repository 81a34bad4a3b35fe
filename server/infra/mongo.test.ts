import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { SurgeEventModel } from '../fares/surge-event-model.ts';
import { GiftCardModel } from '../gift-cards/gift-card-model.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { MailModel } from '../mail/mail-model.ts';
import { MessageModel } from '../messages/message-model.ts';
import { PromoModel, RedemptionModel } from '../promos/promo-model.ts';
import { RideModel } from '../rides/ride-model.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { UserModel } from '../users/user-model.ts';
import { connectMongo, disconnectMongo } from './mongo.ts';

setUpTestDatabase();

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

test('an index of an earlier version that would refuse what is written now is dropped at the start', async () => {
  await mongoose.connection.collection('mails').createIndex({ aboutId: 1, template: 1 }, { unique: true });
  await disconnectMongo();
  await connectMongo();

  const mail = { template: 'ride-driver', aboutId: newId() } as const;
  await MailModel.create({ ...mail, what: '3' });
  await MailModel.create({ ...mail, what: '5' });

  expect(await MailModel.countDocuments({ aboutId: mail.aboutId })).toBe(2);
  await expect(MailModel.create({ ...mail, what: '5' })).rejects.toThrow('E11000');
});
