import { Types } from 'mongoose';
import { DAY_MS } from '#common/durations.ts';
import { DELETED_NAME, UNUSED_ACCOUNT_DAYS } from '#common/personal-data/personal-data.ts';
import { databaseClock } from '../infra/database-clock.ts';
import {
  addressFilters,
  isoOf,
  type PersonalDataSource,
  type ProvenAddress,
} from '../personal-data-source.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { type InvitationDoc, InvitationModel } from './invitation-model.ts';
import { erasedKeysOf, identityOf } from './mailbox-of.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/**
 * Personal data: accounts. Erasure keeps the id, which rides and statements refer to, and a placeholder name.
 * If the account had bookings, it also keeps keyed digests of all its mailboxes, so that deleting an account
 * does not make first-ride promos available again.
 */
export const usersData = {
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
    // Removes every other field, including ones added in the future.
    const others = Object.keys(rest).filter((field) => !Object.hasOwn(left, field));
    await UserModel.collection.updateOne(
      { _id },
      {
        $set: left,
        ...(others.length > 0 && { $unset: Object.fromEntries(others.map((field) => [field, 1])) }),
      },
    );
  },
} satisfies PersonalDataSource;

/** A placeholder address. The `.invalid` domain is reserved, so no mailbox can exist there. */
const deletedAddress = (userId: string): string => `${userId}@deleted.invalid`;

/**
 * Returns the ids of rider accounts older than UNUSED_ACCOUNT_DAYS that have never had a password. Does not
 * check for rides.
 */
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

/** Personal data: invitations to an account. */
export const invitationsData = {
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
} satisfies PersonalDataSource;

/** A link's creation time is stored only in its id, with a resolution of one second. */
const idAt = (instant: Date): Types.ObjectId =>
  Types.ObjectId.createFromTime(Math.ceil(instant.getTime() / 1_000));

const linksTo = (addresses: readonly ProvenAddress[]) =>
  addressFilters(addresses, ['email'], { at: '_id', as: idAt });

/** Matches links mailed to addresses proven to be the account's, and links that change its address. */
const linksAbout = (userId: string, addresses: readonly ProvenAddress[]) => ({
  $or: [...linksTo(addresses), { 'change.userId': userId }],
});

/** Personal data: mailed links. MongoDB deletes them a day after they expire. */
export const accountLinksData = {
  async read({ id, addresses }) {
    const docs = await AccountLinkModel.find(linksAbout(id, addresses)).lean<AccountLinkDoc[]>();
    return {
      passwordLinks: docs.map(({ email, expiresAt }) => ({ email, expiresAt: expiresAt.toISOString() })),
    };
  },
  async erase({ id, addresses }) {
    await AccountLinkModel.deleteMany(linksAbout(id, addresses));
    const account = await UserModel.findById(id, { email: 1 }).lean<Pick<UserDoc, 'email'>>();
    // The present address may be unconfirmed. Change links to it belong to another account.
    if (account) await AccountLinkModel.deleteMany({ email: account.email, change: { $exists: false } });
  },
} satisfies PersonalDataSource;

/** Returns the ids of an account and of its invitations and links, which its mails refer to. */
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
