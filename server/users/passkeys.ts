import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { AppError } from '#common/errors.ts';
import {
  type Assertion,
  type Attestation,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyCreationSchema,
  passkeyRequestSchema,
} from '#common/users/passkeys.ts';
import type { RelyingParty } from '../http/relying-party.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type PasskeyDoc, PasskeyModel } from './passkey-model.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** For how long a challenge, and the browser's question, stands. */
export const CHALLENGE_MS = 300_000;

/** Passkeys of one account. */
const MOST = 20;

/** Ed25519, P-256 and RSA, which every authenticator has one of; the same on each version of Node. */
const ALGORITHMS = [-8, -7, -257];

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** By which an authenticator knows an account: the bytes of its id. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(userId, 'hex'));

const described = ({ credentialId, transports }: PasskeyDoc) => ({
  id: credentialId,
  transports: transports.filter(isTransport),
});

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const isTransport = (name: string): name is (typeof TRANSPORTS)[number] =>
  TRANSPORTS.some((transport) => transport === name);

/**
 * What a browser needs to make a passkey that signs in by itself: kept by the authenticator, which verifies its person.
 *
 * @throws FACTOR_CONFLICT past twenty
 */
export async function beginPasskey(user: UserRecord, { id }: RelyingParty): Promise<PasskeyCreation> {
  const present = await PasskeyModel.find({ userId: user.id }).lean<PasskeyDoc[]>();
  if (present.length >= MOST) throw tooMany();
  const options = await generateRegistrationOptions({
    rpName: 'Marquee',
    rpID: id,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: present.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return passkeyCreationSchema.parse(options);
}

const tooMany = () => new AppError('FACTOR_CONFLICT', 'Please remove a passkey first.');

interface Challenged {
  relyingParty: RelyingParty;
  /** Base64url. */
  challenge: string;
}

interface NewPasskey extends Challenged {
  /** The id it will have. */
  id: string;
  name: string;
}

/**
 * Stores a passkey that a browser has made for an account.
 *
 * @throws INVALID_REQUEST for one that was not made for this site, challenge and person; FACTOR_CONFLICT for one that is known, and
 * past twenty, but for those that are added at the same instant
 */
export async function storePasskey(
  userId: string,
  credential: Attestation,
  { relyingParty, challenge, id, name }: NewPasskey,
): Promise<PasskeyDoc> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw new AppError('INVALID_REQUEST', 'The passkey was not added. Please try again.', { cause });
  });
  if (!verified) throw new AppError('INVALID_REQUEST', 'The passkey was not added. Please try again.');
  const { credential: made, credentialDeviceType, credentialBackedUp } = registrationInfo;
  // Once more: others may have been begun before this one was, and added since.
  if ((await PasskeyModel.countDocuments({ userId })) >= MOST) throw tooMany();
  try {
    const doc = await PasskeyModel.create({
      _id: id,
      userId,
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: (credential.response.transports ?? []).filter(isTransport),
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
      name,
      createdAt: databaseClock.now(),
    });
    return doc.toObject();
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('FACTOR_CONFLICT', 'This passkey has been added already.', { cause });
  }
}

/** What a browser needs to ask for a passkey. @param userId whose; anybody's where it is null */
export async function requestPasskey({ id }: RelyingParty, userId: string | null): Promise<PasskeyRequest> {
  const own = userId ? await PasskeyModel.find({ userId }).lean<PasskeyDoc[]>() : null;
  const options = await generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
    ...(own && { allowCredentials: own.map(described) }),
  });
  return passkeyRequestSchema.parse(options);
}

/** Somebody who has shown a passkey, and the statement by which its use is noted. */
export interface Recognized {
  user: UserRecord;
  passkeyId: string;
  /** Writes the counter on. @returns false where the passkey was removed, or used elsewhere meanwhile */
  note: () => Promise<boolean>;
}

/**
 * Whose passkey has signed a challenge of ours, for this site, with its person verified.
 *
 * @returns null for any that has not, one that is not known (any more), whose counter went back, or whose account is disabled
 */
export async function recognizePasskey(
  credential: Assertion,
  { relyingParty, challenge }: Challenged,
): Promise<Recognized | null> {
  const passkey = await PasskeyModel.findOne({ credentialId: credential.id }).lean<PasskeyDoc>();
  if (!passkey) return null;
  const user = await UserModel.findOne({ _id: passkey.userId, disabledAt: null }).lean<UserDoc>();
  const { userHandle } = credential.response;
  const isTheirs =
    userHandle === undefined ||
    bytesOf(userHandle).toString() === handleOf(passkey.userId.toHexString()).toString();
  if (!user || !isTheirs) return null;

  const result = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: {
      id: passkey.credentialId,
      publicKey: bytesOf(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!result?.verified) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = result.authenticationInfo;
  if ((credentialDeviceType === 'multiDevice') !== passkey.isBackupEligible) return null;
  return {
    user: toUserRecord(user),
    passkeyId: passkey._id.toHexString(),
    async note() {
      const { modifiedCount } = await PasskeyModel.updateOne(
        { _id: passkey._id, counter: passkey.counter },
        { $set: { counter: newCounter, isBackedUp: credentialBackedUp, lastUsedAt: databaseClock.now() } },
      );
      return modifiedCount > 0;
    },
  };
}

/** Whether a passkey that has just signed somebody in still may: it or their account may have been taken away meanwhile. */
export async function isPasskeyGood({ user, passkeyId }: Recognized): Promise<boolean> {
  const [passkey, account] = await Promise.all([
    PasskeyModel.exists({ _id: passkeyId }),
    UserModel.exists({ _id: user.id, disabledAt: null }),
  ]);
  return passkey !== null && account !== null;
}

/** Removes a passkey of somebody. @returns whether it was there */
export async function deletePasskey(userId: string, passkeyId: string): Promise<boolean> {
  const { deletedCount } = await PasskeyModel.deleteOne({ _id: passkeyId, userId });
  return deletedCount > 0;
}

/** The id of a passkey that is not stored yet. */
export const newPasskeyId = (): string => newObjectId().toHexString();
