import { Types } from 'mongoose';
import { DELETED_NAME, UNUSED_ACCOUNT_DAYS } from '#common/personal-data/held-data.ts';
import { type Held, isoOf, namingAddresses, type ProvenAddress } from '../held-data.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { type InvitationDoc, InvitationModel } from './invitation-model.ts';
import { erasedKeysOf, identityOf } from './mailbox-of.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/**
 * Accounts. What stays of a deleted one is its id, which rides and statements name, a name that nobody has and, where anything was booked with
 * it, keyed digests of its mailboxes: deleting an account that had several makes no new first ride either.
 */
export const heldUsers = {
  async read({ id }) {
    const doc = await UserModel.findById(id).lean<UserDoc>();
    if (!doc) return {};
    const { role, name, email, phone, createdAt, emailConfirmedAt, passwordChangedAt, disabledAt } = doc;
    const { formerEmails = [] } = doc;
    return {
      account: [
        {
          ...{ id, role, name, email, phone },
          createdAt: createdAt.toISOString(),
          emailConfirmedAt: isoOf(emailConfirmedAt),
          formerEmails: formerEmails.map(({ email: former, confirmedAt, until }) => ({
            email: former,
            confirmedAt: confirmedAt.toISOString(),
            until: until.toISOString(),
          })),
          passwordChangedAt: isoOf(passwordChangedAt),
          disabledAt: isoOf(disabledAt),
        },
      ],
    };
  },

  async erase({ id, bookedIds }) {
    const doc = await UserModel.findById(id).lean<UserDoc>();
    if (!doc) return;
    const isErased = doc.email === deletedAddress(id);
    const erasedKeys =
      isErased || bookedIds.length === 0 ? doc.erasedKeys : erasedKeysOf(await identityOf(id));
    const { _id, role, disabledAt, createdAt, updatedAt, deletion, ...rest } = doc;
    const left = {
      name: DELETED_NAME,
      email: deletedAddress(id),
      phone: null,
      emailConfirmedAt: null,
      passwordHash: null,
      passwordChangedAt: null,
      ...(erasedKeys && { erasedKeys }),
    };
    // All else that an account has by then goes with it.
    const others = Object.keys(rest).filter((field) => !Object.hasOwn(left, field));
    await UserModel.collection.updateOne(
      { _id },
      {
        $set: left,
        ...(others.length > 0 && { $unset: Object.fromEntries(others.map((field) => [field, 1])) }),
      },
    );
  },
} satisfies Held;

/** No mailbox: `.invalid` is reserved for that. */
const deletedAddress = (userId: string): string => `${userId}@deleted.invalid`;

const DAY_MS = 86_400_000;

/** Ids of the riders' accounts that nobody has ever signed in to, by their age. Whether they have rides is not looked at. */
export async function listNeverUsed(): Promise<string[]> {
  const docs = await UserModel.find(
    {
      role: 'rider',
      passwordHash: null,
      disabledAt: null,
      createdAt: { $lt: new Date(databaseClock.nowMs() - UNUSED_ACCOUNT_DAYS * DAY_MS) },
    },
    { _id: 1 },
  ).lean<{ _id: Types.ObjectId }[]>();
  return docs.map(({ _id }) => _id.toHexString());
}

/** Invitations to an account. */
export const heldInvitations = {
  async read({ id }) {
    const docs = await InvitationModel.find({ userId: id }).sort({ _id: 1 }).lean<InvitationDoc[]>();
    return {
      invitations: docs.map(({ expiresAt, spentAt }) => ({
        expiresAt: expiresAt.toISOString(),
        spentAt: isoOf(spentAt),
      })),
    };
  },
  async erase({ id }) {
    await InvitationModel.deleteMany({ userId: id });
  },
  async removeBefore(before) {
    await InvitationModel.deleteMany({ expiresAt: { $lt: before } });
  },
} satisfies Held;

/** Links say when they were written in their ids alone, to a second. */
const idAt = (instant: Date): Types.ObjectId =>
  Types.ObjectId.createFromTime(Math.ceil(instant.getTime() / 1_000));

const linksTo = (addresses: readonly ProvenAddress[]) =>
  namingAddresses(addresses, ['email'], { at: '_id', as: idAt });

/** Links about an account: those to addresses that are proven to be its, and those that are to give it another one. */
const linksAbout = (userId: string, addresses: readonly ProvenAddress[]) => ({
  $or: [...linksTo(addresses), { 'change.userId': userId }],
});

/** Links that were asked for by an address; MongoDB deletes them a day after they ended. */
export const heldAccountLinks = {
  async read({ id, addresses }) {
    const docs = await AccountLinkModel.find(linksAbout(id, addresses)).lean<AccountLinkDoc[]>();
    return {
      passwordLinks: docs.map(({ email, expiresAt }) => ({ email, expiresAt: expiresAt.toISOString() })),
    };
  },
  async erase({ id, addresses }) {
    await AccountLinkModel.deleteMany(linksAbout(id, addresses));
    const account = await UserModel.findById(id, { email: 1 }).lean<Pick<UserDoc, 'email'>>();
    // It may never have been confirmed. A change to it is another account's.
    if (account) await AccountLinkModel.deleteMany({ email: account.email, change: { $exists: false } });
  },
} satisfies Held;

/** Ids of the documents about an account that mails are written about. */
export async function listMailedOfUser(
  userId: string,
  addresses: readonly ProvenAddress[],
): Promise<string[]> {
  const [invitations, links] = await Promise.all([
    InvitationModel.find({ userId }, { _id: 1 }).lean<{ _id: Types.ObjectId }[]>(),
    AccountLinkModel.find(linksAbout(userId, addresses), { _id: 1 }).lean<{ _id: Types.ObjectId }[]>(),
  ]);
  return [userId, ...[...invitations, ...links].map(({ _id }) => _id.toHexString())];
}
