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

/** How long a challenge and the browser's prompt are valid. */
export const CHALLENGE_MS = 300_000;

/** Maximum number of passkeys per account. */
const MAX_PASSKEYS = 20;

/** Ed25519, P-256 and RSA. Every authenticator supports one of these, and so does every version of Node. */
const ALGORITHMS = [-8, -7, -257];

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** Returns the user handle stored by authenticators: the bytes of the account's id. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(userId, 'hex'));

const toDescriptor = ({ credentialId, transports }: PasskeyDoc) => ({
  id: credentialId,
  transports: transports.filter(isTransport),
});

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const isTransport = (name: string): name is (typeof TRANSPORTS)[number] =>
  TRANSPORTS.some((transport) => transport === name);

/**
 * Creates the options for registering a discoverable passkey with user verification.
 *
 * @throws AppError FACTOR_CONFLICT when the account already has twenty
 */
export async function beginPasskey(user: UserRecord, { id }: RelyingParty): Promise<PasskeyCreation> {
  const present = await PasskeyModel.find({ userId: user.id }).lean<PasskeyDoc[]>();
  if (present.length >= MAX_PASSKEYS) throw tooMany();
  const options = await generateRegistrationOptions({
    rpName: 'Marquee',
    rpID: id,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: present.map(toDescriptor),
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
  /** The id to store it under. */
  id: string;
  name: string;
}

/**
 * Verifies and stores a passkey that a browser created for an account.
 *
 * @throws AppError INVALID_REQUEST when verification against site and challenge fails
 * @throws AppError FACTOR_CONFLICT when the passkey is already stored, or past twenty. Concurrent calls may
 * exceed the limit
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
  // Checked again, since passkeys may have been added after this registration was begun.
  if ((await PasskeyModel.countDocuments({ userId })) >= MAX_PASSKEYS) throw tooMany();
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
    throw new AppError('FACTOR_CONFLICT', 'This passkey was already added.', { cause });
  }
}

/**
 * Creates the options for requesting a passkey.
 *
 * @param userId restricts the request to this user's passkeys; null accepts any user's
 */
export async function requestPasskey({ id }: RelyingParty, userId: string | null): Promise<PasskeyRequest> {
  const own = userId ? await PasskeyModel.find({ userId }).lean<PasskeyDoc[]>() : null;
  const options = await generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
    ...(own && { allowCredentials: own.map(toDescriptor) }),
  });
  return passkeyRequestSchema.parse(options);
}

/** A user authenticated by a passkey, and the update that records its use. */
interface Recognized {
  user: UserRecord;
  passkeyId: string;
  /** Stores the new counter. @returns false when the passkey was removed, or used concurrently */
  recordUse: () => Promise<boolean>;
}

/**
 * Verifies a passkey's signature of our challenge for this site, with user verification.
 *
 * @returns null when verification fails, the counter went back, the passkey is unknown, or its account is
 * disabled
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
    async recordUse() {
      const { modifiedCount } = await PasskeyModel.updateOne(
        { _id: passkey._id, counter: passkey.counter },
        { $set: { counter: newCounter, isBackedUp: credentialBackedUp, lastUsedAt: databaseClock.now() } },
      );
      return modifiedCount > 0;
    },
  };
}

/**
 * Whether a passkey and its account are still valid after it signed a user in: either may have been removed
 * or disabled meanwhile.
 */
export async function isPasskeyStillValid({ user, passkeyId }: Recognized): Promise<boolean> {
  const [passkey, account] = await Promise.all([
    PasskeyModel.exists({ _id: passkeyId }),
    UserModel.exists({ _id: user.id, disabledAt: null }),
  ]);
  return passkey !== null && account !== null;
}

/** Removes a user's passkey. @returns whether it existed */
export async function deletePasskey(userId: string, passkeyId: string): Promise<boolean> {
  const { deletedCount } = await PasskeyModel.deleteOne({ _id: passkeyId, userId });
  return deletedCount > 0;
}

/** Generates the id of a passkey that is yet to be stored. */
export const newPasskeyId = (): string => newObjectId().toHexString();
