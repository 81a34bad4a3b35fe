import { connectRedisOnce } from '../infra/redis.ts';
import { clockFinding } from './clock.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const TIMEOUT_MS = 4_000;
const OLDEST_MAJOR = 6;
const NEARLY_FULL = 0.8;

/** What a Redis has to keep: sessions, limits and announcements may be lost, queues may not. */
interface RedisUse {
  url: string;
  isForQueues: boolean;
}

/** Whether a Redis answers, takes writes, throws nothing out, survives a restart and keeps our time. */
export async function* examineRedis({ url, isForQueues }: RedisUse): AsyncGenerator<Finding> {
  const redis = await connectRedisOnce(url, TIMEOUT_MS);
  try {
    const before = Date.now();
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    yield clockFinding(seconds * 1_000 + micros / 1_000, { before, after: Date.now() });
    const info = fieldsOf(await redis.info());
    yield versionFinding(info);
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

type Info = ReadonlyMap<string, string>;

const fieldsOf = (info: string): Info =>
  new Map(
    info.split('\r\n').flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );

function versionFinding(info: Info): Finding {
  const version = info.get('redis_version') ?? 'unknown';
  return Number.parseInt(version, 10) >= OLDEST_MAJOR
    ? well(`It is version ${version}.`)
    : fault(
        `It is version ${version}, which the queue does not work with.`,
        `Upgrade it to ${OLDEST_MAJOR}.2 or later.`,
      );
}

/** A full disk or memory refuses writes and goes on reading. */
async function writeFinding(redis: Awaited<ReturnType<typeof connectRedisOnce>>): Promise<Finding> {
  try {
    await redis.set('marquee:doctor', '1', 'PX', 1_000);
    return well('It takes writes.');
  } catch (error) {
    const { message } = Object(error);
    return fault(
      `It refuses writes: ${message}`,
      'Make room on its disk, or give it more memory (maxmemory).',
    );
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
