import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#common/errors.ts';
import type { Device } from '#common/rides/position-api.ts';
import { sessionHmac } from '../crypto/session-hmac.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { cacheReads } from '../infra/share-reads.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';

/** 128 bits. */
const TOKEN_BYTES = 16;

/** Derives the token of an app that reports a driver's position. The database alone does not reveal it. */
const tokenOf = (driverId: string, nonce: string): string =>
  sessionHmac('device', `${driverId}:${nonce}`).subarray(0, TOKEN_BYTES).toString('base64url');

/** Digest of a token, by which its driver is found. */
const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 32);

const NONE: Device = {
  since: null,
  serverUrl: new URL('/api/positions', env.PUBLIC_URL).href,
  deviceId: null,
};

/**
 * Returns the settings that a driver enters into the app. `since` and `deviceId` are null if there is no
 * token.
 */
export async function readDevice(driverId: string): Promise<Device> {
  const doc = await DriverModel.findById(driverId, { device: 1 }).lean<Pick<DriverDoc, 'device'>>();
  if (!doc?.device) return NONE;
  const { nonce, since } = doc.device;
  return { ...NONE, since: since.toISOString(), deviceId: tokenOf(driverId, nonce) };
}

/**
 * Creates a new token, which replaces the former one.
 *
 * @throws AppError FORBIDDEN unless an approved driver
 */
export async function connectDevice(driverId: string): Promise<Device> {
  const nonce = randomBytes(TOKEN_BYTES).toString('base64url');
  const device = { nonce, key: keyOf(tokenOf(driverId, nonce)), since: databaseClock.now() };
  const { matchedCount } = await DriverModel.updateOne({ _id: driverId }, { $set: { device } });
  forgetLookUps();
  if (matchedCount === 0) throw new AppError('FORBIDDEN', 'Only approved drivers can connect an app.');
  return readDevice(driverId);
}

/** Revokes the token. Idempotent. */
export async function disconnectDevice(driverId: string): Promise<Device> {
  await DriverModel.updateOne({ _id: driverId }, { $unset: { device: 1 } });
  forgetLookUps();
  return NONE;
}

/** How long a token lookup is cached, in milliseconds. An app may report many times a second. */
const KNOWN_MS = 1_000;

const lookUps = new Map<string, { at: number; driverId: Promise<string> }>();

/** How long the list of all valid tokens is cached, in milliseconds. */
const LISTED_MS = 10_000;

const listedKeys = cacheReads(listKeys, LISTED_MS);

function forgetLookUps(): void {
  lookUps.clear();
  listedKeys.forget();
}

/**
 * Whether a token is valid, by a list of all tokens that is read every ten seconds at most. So any number of
 * unknown tokens costs no lookups. Other nodes take that long to notice a new token.
 */
export const isListedDevice = async (token: string): Promise<boolean> =>
  (await listedKeys.read(null)).has(keyOf(token));

async function listKeys(): Promise<ReadonlySet<string>> {
  const docs = await DriverModel.find({ 'device.key': { $exists: true } }, { device: 1 }).lean<
    Pick<DriverDoc, 'device'>[]
  >();
  return new Set(docs.flatMap(({ device }) => device?.key ?? []));
}

/**
 * Returns the driver whose app has this token. Lookups are cached for a second, so a revoked token works no
 * longer than that.
 *
 * @throws AppError NOT_FOUND
 */
export function findDriverByDevice(token: string): Promise<string> {
  const now = performance.now();
  for (const [known, { at }] of lookUps) {
    if (now - at < KNOWN_MS) break;
    lookUps.delete(known);
  }
  const lookUp = lookUps.get(token) ?? { at: now, driverId: lookUpDriver(token) };
  lookUps.set(token, lookUp);
  return lookUp.driverId;
}

async function lookUpDriver(token: string): Promise<string> {
  const doc = await DriverModel.findOne({ 'device.key': keyOf(token) }, { _id: 1 }).lean<
    Pick<DriverDoc, '_id'>
  >();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such device.');
  return doc._id.toHexString();
}
