import type { QueryFilter, Types } from 'mongoose';
import { databaseClock } from '../infra/database-clock.ts';
import { listUnsent } from '../mail/email-outbox.ts';
import { addressFilters, isoOf, type Person, type PersonalDataSource } from '../personal-data-source.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/**
 * The uses of gift cards for a person's rides. The balance belongs to the bearer of the code, who need not
 * have an account.
 */
export const giftCardsData = {
  async read({ id }) {
    const cards = await GiftCardModel.find({ entries: { $elemMatch: { riderId: id } } }).lean<
      GiftCardDoc[]
    >();
    return {
      giftCardUses: cards.flatMap(({ last4, entries }) => {
        const rideIds = new Set(entries.filter(({ riderId }) => riderId === id).map(({ rideId }) => rideId));
        return entries
          .filter(({ rideId }) => rideId !== null && rideIds.has(rideId))
          .map(({ kind, amountCents, rideId, memo, at }) => ({
            ...{ last4, kind, amountCents, rideId, memo },
            at: at.toISOString(),
          }));
      }),
    };
  },
  async erase({ id }) {
    // Updates entry by entry, since money may move on the card concurrently.
    await GiftCardModel.updateMany(
      { entries: { $elemMatch: { riderId: id } } },
      { $set: { 'entries.$[own].memo': null } },
      { arrayFilters: [{ 'own.riderId': id }] },
    );
  },
} satisfies PersonalDataSource;

/** Matches purchases by the buyer's address, as given at the checkout. */
const boughtBy = ({ addresses }: Addressed) => ({
  $or: addressFilters(addresses, ['buyerKey', 'buyerEmail'], { at: 'createdAt' }),
});
/** Matches purchases by the recipient's address. */
const sentTo = ({ addresses }: Addressed) => ({
  $or: addressFilters(addresses, ['recipientKey', 'recipientEmail'], { at: 'createdAt' }),
});
type Addressed = Pick<Person, 'addresses'>;

/**
 * Purchases of gift cards. Erasing a buyer removes their message and address, erasing a recipient removes
 * name, message and address, once no card is to be mailed to them any more. The amounts stay.
 */
export const purchasesData = {
  async read(person) {
    const [bought, received] = await Promise.all([
      PurchaseModel.find(boughtBy(person)).sort({ _id: 1 }).lean<PurchaseDoc[]>(),
      PurchaseModel.find(sentTo(person)).sort({ _id: 1 }).lean<PurchaseDoc[]>(),
    ]);
    return {
      giftCardsBought: bought.map(
        ({ _id, amountCents, state, recipientEmail, recipientName, personalMessage, createdAt, paidAt }) => ({
          ...{ amountCents, state, recipientEmail, recipientName, personalMessage },
          id: _id.toHexString(),
          createdAt: createdAt.toISOString(),
          paidAt: isoOf(paidAt),
        }),
      ),
      giftCardsReceived: received.map(({ _id, amountCents, recipientName, personalMessage, createdAt }) => ({
        ...{ amountCents, recipientName, personalMessage },
        id: _id.toHexString(),
        createdAt: createdAt.toISOString(),
      })),
    };
  },
  async erase(person) {
    await PurchaseModel.updateMany(boughtBy(person), {
      $set: { buyerEmail: null, personalMessage: null },
      $unset: { buyerKey: 1 },
    });
    await stripRecipients(sentTo(person));
  },
  async removeBefore(before) {
    await PurchaseModel.updateMany(
      { createdAt: { $lt: before }, recipientEmail: { $ne: '' } },
      {
        $set: { buyerEmail: null, recipientEmail: '', recipientName: null, personalMessage: null },
        $unset: { buyerKey: 1, recipientKey: 1, erasureOwedSince: 1 },
      },
    );
  },
} satisfies PersonalDataSource;

/**
 * Strips the recipients of these purchases. Those that are open, or whose card is not mailed yet, are marked
 * instead, for `stripErasedRecipients`.
 */
async function stripRecipients(filter: QueryFilter<PurchaseDoc>): Promise<void> {
  const purchases = await PurchaseModel.find(filter, { lookAt: 1 }).lean<
    Pick<PurchaseDoc, '_id' | 'lookAt'>[]
  >();
  // `lookAt` is removed when the purchase expires or its card has been put into the outbox, so in this order
  // no unsent card is missed.
  const ids = purchases.map(({ _id }) => _id.toHexString());
  const unsent = await listUnsent('gift-card', ids);
  const isOver = ({ _id, lookAt }: Pick<PurchaseDoc, '_id' | 'lookAt'>) =>
    !lookAt && !unsent.has(_id.toHexString());
  const over = purchases.filter(isOver).map(({ _id }) => _id);
  const owed = purchases.filter((each) => !isOver(each)).map(({ _id }) => _id);
  // Both updates repeat the filter, since staff may have sent the card to somebody else meanwhile.
  await PurchaseModel.updateMany(
    { $and: [filter, { _id: { $in: owed }, erasureOwedSince: { $exists: false } }] },
    { $set: { erasureOwedSince: databaseClock.now() } },
  );
  await PurchaseModel.updateMany(
    { $and: [filter, { _id: { $in: over } }] },
    {
      $set: { recipientEmail: '', recipientName: null, personalMessage: null },
      $unset: { recipientKey: 1, erasureOwedSince: 1 },
    },
  );
}

/** Strips the recipients who deleted their account before their card was mailed, where it now is. */
export const stripErasedRecipients = (): Promise<void> =>
  stripRecipients({ erasureOwedSince: { $exists: true }, resendOwedSince: { $exists: false } });

/** Returns the ids of the purchases whose mails went to the person's addresses. */
export async function listMailedPurchases(person: Addressed): Promise<string[]> {
  const docs = await PurchaseModel.find({ $or: [boughtBy(person), sentTo(person)] }, { _id: 1 }).lean<
    { _id: Types.ObjectId }[]
  >();
  return docs.map(({ _id }) => _id.toHexString());
}
