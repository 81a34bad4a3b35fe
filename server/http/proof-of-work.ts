import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { deriveSecret } from '../crypto/derive-key.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { redis, redisKey } from '../infra/redis.ts';

/** What somebody's browser has to work for. */
export interface WorkOptions {
  /** What it is for, such as one account from one network: the proof counts for nothing else. */
  subject: string;
  /** How often the usual work; each doubling takes twice as long. */
  times: number;
}

const ALGORITHM = 'PBKDF2/SHA-256';

/** Iterations of a try. On average 256 tries solve a challenge: a quarter of a second of one processor, a second of a telephone's. */
const ITERATIONS = 2_000;
const KEY_PREFIX = '00';

/** Long enough for a slow telephone and the hardest challenge; short enough that none are put by. */
const LASTS_MS = 300_000;

const SECRET = deriveSecret('proof of work');

/**
 * A challenge that a browser solves by calculating, without its owner: signed, for one subject, one use and five minutes. As
 * base64 of altcha's JSON. Making one costs next to nothing, checking its proof one of the tries.
 */
export async function issueChallenge(
  { subject, times }: WorkOptions,
  { lastsMs = LASTS_MS } = {},
): Promise<string> {
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: ITERATIONS * times,
    keyPrefix: KEY_PREFIX,
    deriveKey,
    // Not as altcha's `expiresAt`, which it compares with this process's clock.
    data: { subject, expiresAt: databaseClock.nowMs() + lastsMs },
    hmacSignatureSecret: SECRET,
  });
  return Buffer.from(JSON.stringify(challenge)).toString('base64');
}

const hex = z.string().check(z.regex(/^[0-9a-f]{2,128}$/));

/** altcha's payload: the challenge as it was issued, and its solution. */
const proofSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.literal(KEY_PREFIX),
      data: z.object({ subject: z.string(), expiresAt: z.int() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});
type Proof = z.infer<typeof proofSchema>;

/** Never solves anything, so that only the signature is checked. */
const NO_SOLUTION = { counter: -1, derivedKey: '' };

/**
 * Whether a browser has done the work: the challenge is ours, for this subject, as hard as is asked for now, in time, solved
 * and not used before. It is used up by asking, so that each costs us one try at most.
 */
export async function isProof(text: string, { subject, times }: WorkOptions): Promise<boolean> {
  const proof = readProof(text);
  if (!proof) return false;
  const { challenge, solution } = proof;
  const { data, cost } = challenge.parameters;
  if (data.subject !== subject || cost < ITERATIONS * times) return false;
  if (data.expiresAt < databaseClock.nowMs()) return false;

  const check = { challenge, deriveKey, hmacSignatureSecret: SECRET };
  const { invalidSignature } = await verifySolution({ ...check, solution: NO_SOLUTION });
  if (invalidSignature) return false;
  const isFirst = await redis.set(redisKey('proof', challenge.signature), '', 'PX', LASTS_MS, 'NX');
  if (!isFirst) return false;
  return (await verifySolution({ ...check, solution })).verified;
}

function readProof(text: string): Proof | null {
  try {
    return proofSchema.parse(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return null;
  }
}
