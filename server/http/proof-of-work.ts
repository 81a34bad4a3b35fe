import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { deriveSecret } from '../crypto/derive-key.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { redis, redisKey } from '../infra/redis.ts';

/** The purpose and difficulty of a challenge. */
export interface WorkOptions {
  /** The use of the challenge, such as one account from one network. Its proof is valid for nothing else. */
  subject: string;
  /** Multiple of the base work. */
  times: number;
}

const ALGORITHM = 'PBKDF2/SHA-256';

/** Iterations per try. A challenge takes 256 tries on average: 250 ms of CPU, or a second on a phone. */
const ITERATIONS = 2_000;
const KEY_PREFIX = '00';

/** Lifetime of a challenge: enough for a slow phone and the hardest one, too short to stockpile proofs. */
const LASTS_MS = 300_000;

const SECRET = deriveSecret('proof of work');

/**
 * Creates a proof-of-work challenge that the browser solves without user interaction: signed, for one
 * subject, valid once and for five minutes. Base64 of altcha's JSON. Creating one costs almost nothing,
 * verifying its proof as much as one try.
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
    // Not altcha's `expiresAt`, which it compares with this process's clock.
    data: { subject, expiresAt: databaseClock.nowMs() + lastsMs },
    hmacSignatureSecret: SECRET,
  });
  return Buffer.from(JSON.stringify(challenge)).toString('base64');
}

const hex = z.string().check(z.regex(/^[0-9a-f]{2,128}$/));

/** altcha's payload: the issued challenge and its solution. */
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

/** A wrong solution, to verify only the signature. */
const NO_SOLUTION = { counter: -1, derivedKey: '' };

/**
 * Whether the proof is valid: the challenge is ours, for this subject, at least as hard as now required, not
 * expired, solved, and not used before. Verifying uses up the challenge, so that each costs us one try at
 * most.
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
