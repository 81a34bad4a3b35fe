import { env } from '../env.ts';
import { connectRedisOnce } from '../infra/redis.ts';
import { clockFinding } from './clock.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const TIMEOUT_MS = 4_000;
const NEARLY_FULL = 0.8;

/** What a Redis is used for. Sessions, limits and published messages may be lost, queues must not be. */
interface RedisUse {
  url: string;
  isForQueues: boolean;
  /** Whether it is a master of a Redis Cluster and so holds only part of the keys. */
  isInCluster?: boolean;
}

/**
 * Checks that a Redis answers, accepts writes, evicts nothing, survives a restart and has a correct clock.
 */
export async function* examineRedis({
  url,
  isForQueues,
  isInCluster = false,
}: RedisUse): AsyncGenerator<Finding> {
  const redis = await connectRedisOnce(url, TIMEOUT_MS);
  try {
    const before = Date.now();
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    yield clockFinding(seconds * 1_000 + micros / 1_000, { before, after: Date.now() });
    const info = fieldsOf(await redis.info());
    yield versionFinding(info.get('redis_version') ?? 'unknown', isInCluster);
    yield await writeFinding(redis);
    yield memoryFinding(info);
    if (!isForQueues) return;
    yield evictionFinding(info);
    yield info.get('aof_enabled') === '1'
      ? well('It writes an append-only file.')
      : warning(
          'It keeps no append-only file: a restart loses the jobs since its last snapshot. Reconciliation makes up for them within minutes.',
          'Set appendonly yes.',
        );
  } finally {
    redis.disconnect();
  }
}

type RedisConnection = Awaited<ReturnType<typeof connectRedisOnce>>;
type Info = ReadonlyMap<string, string>;

const fieldsOf = (info: string): Info =>
  new Map(
    info.split('\r\n').flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );

/** `recommendedMinimumVersion` of BullMQ, which warns in the log of each process below it. */
const RECOMMENDED = '6.2';

/** Compares major and minor version. False if the version is unknown. */
function isAtLeast(version: string, oldest: string): boolean {
  const [major = Number.NaN, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

export function versionFinding(version: string, isInCluster: boolean): Finding {
  const [oldest, lack] = isInCluster
    ? (['7.0', 'which has no sharded pub/sub'] as const)
    : (['6.0', 'which cannot keep the lifetime of a session that is written'] as const);
  if (!isAtLeast(version, oldest))
    return fault(`It is version ${version}, ${lack}.`, `Upgrade it to ${oldest} or later.`);
  return isAtLeast(version, RECOMMENDED)
    ? well(`It is version ${version}.`)
    : warning(
        `It is version ${version}. The library of the queue recommends ${RECOMMENDED} or later.`,
        `Upgrade it to ${RECOMMENDED} or later.`,
      );
}

/** How many keys to try at most to find one in a cluster master's slots. */
const MOST_KEYS = 200;

/** Tests a write, since with a full disk or memory Redis refuses writes but still serves reads. */
async function writeFinding(redis: RedisConnection): Promise<Finding> {
  try {
    await writeSomeKey(redis);
    return well('It takes writes.');
  } catch (error) {
    const { message } = Object(error);
    return fault(
      `It refuses writes: ${message}`,
      'Make room on its disk, or give it more memory (maxmemory).',
    );
  }
}

/** Writes the first test key that belongs to this node. @throws the error if the write fails */
async function writeSomeKey(redis: RedisConnection, attempt = 0): Promise<void> {
  try {
    await redis.set(`${env.REDIS_PREFIX}doctor:${attempt}`, '1', 'PX', 1_000);
  } catch (error) {
    if (attempt === MOST_KEYS || !/^MOVED /.test(Object(error).message)) throw error;
    await writeSomeKey(redis, attempt + 1);
  }
}

function memoryFinding(info: Info): Finding {
  const [used, most] = [Number(info.get('used_memory')), Number(info.get('maxmemory'))];
  const inMegabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
  if (most === 0) return well(`It holds ${inMegabytes(used)}, without a bound.`);
  const text = `It holds ${inMegabytes(used)} of ${inMegabytes(most)}.`;
  return used < most * NEARLY_FULL
    ? well(text)
    : warning(text, 'Raise maxmemory, and look for what grows: redis-cli --bigkeys.');
}

function evictionFinding(info: Info): Finding {
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  return policy === 'noeviction'
    ? well('It throws nothing out when it is full.')
    : fault(
        `When it is full it throws jobs out (maxmemory-policy ${policy}).`,
        'Set maxmemory-policy noeviction.',
      );
}
