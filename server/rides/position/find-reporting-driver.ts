import { AppError } from '#common/errors.ts';
import { findDriverByDevice, isListedDevice } from '../../drivers/driver-device.ts';
import { createLimit } from '../../http/create-limit.ts';
import { logger } from '../../infra/logger.ts';
import { throttle } from '../../infra/throttle.ts';

/**
 * Limits unknown device tokens per address. Valid tokens are not counted, because many drivers may share an
 * address.
 */
const unknownTokens = createLimit({ name: 'unknown-device', times: 60, windowSeconds: 600 });

const WINDOW_MS = 60_000;

/** How many tokens of an address, besides those known to be valid, a node looks up per minute. */
export const MAX_UNKNOWN_PER_MINUTE = 600;

/** How many addresses a node counts per minute. Further ones are not counted. */
const MAX_ADDRESSES = 50_000;

/** Tokens that were valid when this node last looked them up. */
const validTokens = new Set<string>();
let lookUps = new Map<string, number>();
let endsAt = 0;

const mayLog = throttle(WINDOW_MS);

/**
 * Returns the driver whose app reports with this token. An address that sent many unknown tokens is refused
 * without a lookup, unless the token was valid before or is in the list of valid tokens.
 *
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function findReportingDriver(token: string, address: string): Promise<string> {
  const isCounted = !validTokens.has(token) && !(isOverLimit(address) && (await isListedDevice(token)));
  if (isCounted) countLookUp(address);
  try {
    const driverId = await findDriverByDevice(token);
    if (isCounted) uncountLookUp(address);
    validTokens.add(token);
    return driverId;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      validTokens.delete(token);
      await unknownTokens.count(address);
    } else if (isCounted) {
      uncountLookUp(address);
    }
    throw error;
  }
}

const isOverLimit = (address: string): boolean =>
  performance.now() < endsAt && (lookUps.get(address) ?? 0) >= MAX_UNKNOWN_PER_MINUTE;

/** Counts before the lookup, so that concurrent requests cannot exceed the limit. */
function countLookUp(address: string): void {
  const now = performance.now();
  if (now >= endsAt) {
    lookUps = new Map();
    endsAt = now + WINDOW_MS;
  }
  const before = lookUps.get(address) ?? 0;
  if (before >= MAX_UNKNOWN_PER_MINUTE) {
    const limit = 'device-look-ups';
    if (mayLog(limit)) logger.warn({ limit }, 'rate limit exceeded');
    throw new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please try again in a minute.', {
      retryAfterSeconds: Math.ceil((endsAt - now) / 1_000),
    });
  }
  if (before > 0 || lookUps.size < MAX_ADDRESSES) lookUps.set(address, before + 1);
}

function uncountLookUp(address: string): void {
  const counted = lookUps.get(address) ?? 0;
  if (counted > 0) lookUps.set(address, counted - 1);
}
