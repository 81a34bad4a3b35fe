import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '../crypto/keyed-digest.ts';
import { DEVICE_MS, type DeviceTokens } from '../http/device-cookie.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type UserDoc, UserModel } from './user-model.ts';

const ID_BYTES = 9;
const TIME_BYTES = 6;
const TAG_BYTES = 9;
const MAC_BYTES = 18;
const SIGNED_BYTES = ID_BYTES + TIME_BYTES + TAG_BYTES;

type Account = Pick<UserDoc, 'email' | 'passwordHash' | 'devicesKnownSince'>;
const ACCOUNT = { email: 1, passwordHash: 1, devicesKnownSince: 1 } as const;

/** A keyed digest that identifies the account in a token without revealing it. */
const tagOf = (email: string): Buffer => keyedDigest('device account', email).subarray(0, TAG_BYTES);

/** Signs a token for an account. A new password invalidates it. */
const macOf = (signed: Buffer, { email, passwordHash }: Account): Buffer =>
  keyedDigest('device', signed, email, passwordHash ?? '').subarray(0, MAC_BYTES);

/** Builds a token of 56 base64url characters: device id, issue time, account tag and MAC. */
function buildToken(id: Buffer, account: Account): string {
  const at = Buffer.alloc(TIME_BYTES);
  at.writeUIntBE(databaseClock.nowMs(), 0, TIME_BYTES);
  const signed = Buffer.concat([id, at, tagOf(account.email)]);
  return Buffer.concat([signed, macOf(signed, account)]).toString('base64url');
}

interface Token {
  id: Buffer;
  issuedAt: number;
  tag: Buffer;
  signed: Buffer;
  mac: Buffer;
}

function parseToken(text: string): Token | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== SIGNED_BYTES + MAC_BYTES) return null;
  return {
    id: bytes.subarray(0, ID_BYTES),
    issuedAt: bytes.readUIntBE(ID_BYTES, TIME_BYTES),
    tag: bytes.subarray(ID_BYTES + TIME_BYTES, SIGNED_BYTES),
    signed: bytes.subarray(0, SIGNED_BYTES),
    mac: bytes.subarray(SIGNED_BYTES),
  };
}

const isFor = (text: string, email: string): boolean => parseToken(text)?.tag.equals(tagOf(email)) ?? false;

function isOurs({ issuedAt, signed, mac }: Token, account: Account): boolean {
  if (!timingSafeEqual(mac, macOf(signed, account))) return false;
  return (
    issuedAt > databaseClock.nowMs() - DEVICE_MS && issuedAt >= (account.devicesKnownSince?.getTime() ?? 0)
  );
}

/**
 * Returns the id of the device that signed in to this account before, according to these tokens. Null if it
 * never did, or not since the password changed or other devices were forgotten. The account is read only when
 * a token carries its tag, so that response times do not reveal whether an address has an account.
 *
 * @param email in lower case
 */
export async function findKnownDevice(email: string, tokens: DeviceTokens): Promise<string | null> {
  const token = parseToken(tokens.read().find((each) => isFor(each, email)) ?? '');
  if (!token) return null;
  const account = await UserModel.findOne({ email }, ACCOUNT).lean<Account>();
  return account && isOurs(token, account) ? token.id.toString('base64url') : null;
}

/** Stores a token in the browser that marks it as known to this account. */
export async function rememberDevice(userId: string, tokens: DeviceTokens): Promise<void> {
  const account = await UserModel.findById(userId, ACCOUNT).lean<Account>();
  if (!account) return;
  const known = await findKnownDevice(account.email, tokens);
  const id = known ? Buffer.from(known, 'base64url') : randomBytes(ID_BYTES);
  const others = tokens.read().filter((each) => !isFor(each, account.email));
  tokens.keep([buildToken(id, account), ...others]);
}

/** Makes all devices of an account unknown, except the one with these tokens. */
export async function forgetOtherDevices(userId: string, tokens: DeviceTokens): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { devicesKnownSince: databaseClock.now() } });
  await rememberDevice(userId, tokens);
}
