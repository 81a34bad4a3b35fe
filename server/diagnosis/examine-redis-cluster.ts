import { connectRedisOnce } from '../infra/redis.ts';
import { examineRedis } from './examine-redis.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const TIMEOUT_MS = 4_000;
const SLOTS = 16_384;

interface ClusterUse {
  /** Addresses of nodes, separated by commas. */
  address: string;
  isForQueues: boolean;
}

/**
 * Checks that a Redis Cluster serves every key, that each master has a replica, and each master as a single
 * Redis and for its cluster settings.
 */
export async function* examineRedisCluster({ address, isForQueues }: ClusterUse): AsyncGenerator<Finding> {
  const urls = address.split(',').map((each) => each.trim());
  const { assigned, nodes } = await readCluster(urls);
  const masters = nodes.filter(({ isMaster, slots }) => isMaster && slots > 0);
  const served = masters.filter(({ isUp }) => isUp).reduce((sum, { slots }) => sum + slots, 0);
  yield served === SLOTS
    ? well(`Its ${masters.length} masters serve every key.`)
    : fault(
        `Keys of ${SLOTS - served} slots of ${SLOTS} are not served: ${SLOTS - assigned} have no master, the masters of others are down.`,
        'Start the nodes that are down; redis-cli --cluster check shows which, --cluster fix gives slots a master.',
      );
  const alone = masters.filter(({ id }) => !nodes.some(({ isUp, masterId }) => isUp && masterId === id));
  yield alone.length === 0
    ? well('Each master has a replica.')
    : warning(
        `No replica stands by for ${alone.map(({ host }) => host).join(', ')}: its keys are gone while it is down.`,
        'Start the replica that is missing, or add one: redis-cli --cluster add-node … --cluster-slave.',
      );
  for (const { host, isUp } of masters) if (isUp) yield* examineMaster(urls, host, isForQueues);
}

/** Yields the problems of one master, or a single positive finding. */
async function* examineMaster(
  urls: readonly string[],
  host: string,
  isForQueues: boolean,
): AsyncGenerator<Finding> {
  const url = new URL(urls[0] ?? '');
  url.host = host;
  let isWell = true;
  const asRedis = examineRedis({ url: url.href, isForQueues, isInCluster: true });
  for (const findings of [asRedis, examineSettings(url.href)]) {
    for await (const finding of findings) {
      if (finding.state === 'well') continue;
      isWell = false;
      yield { ...finding, text: `At ${host}: ${finding.text}` };
    }
  }
  if (isWell) yield well(`The master at ${host} takes writes, has room and keeps our time.`);
}

/** Settings that have to be `no` on every node, and the consequence of `yes`. */
const SETTINGS = {
  'cluster-require-full-coverage': 'it refuses all commands while another shard is down',
  'cluster-allow-pubsubshard-when-down':
    'it accepts changes while it is cut off from the other masters, although some servers do not receive them',
};

/** Yields the wrong settings of a master. None if they cannot be read, as at some managed services. */
async function* examineSettings(url: string): AsyncGenerator<Finding> {
  const redis = await connectRedisOnce(url, TIMEOUT_MS);
  try {
    for (const [name, consequence] of Object.entries(SETTINGS)) {
      const reply = await redis.config('GET', name).catch(() => []);
      const [, value] = Object(reply);
      if (value === 'yes') yield warning(`With ${name} yes ${consequence}.`, `Set ${name} no.`);
    }
  } finally {
    redis.disconnect();
  }
}

interface ClusterNode {
  id: string;
  /** Host and port. */
  host: string;
  isMaster: boolean;
  masterId: string;
  isUp: boolean;
  slots: number;
}

/**
 * Reads the cluster state from the first of these nodes that can be reached.
 *
 * @throws the last error if none can
 */
async function readCluster(urls: readonly string[]): Promise<{ assigned: number; nodes: ClusterNode[] }> {
  const [url = '', ...others] = urls;
  try {
    const redis = await connectRedisOnce(url, TIMEOUT_MS);
    try {
      const lines = String(await redis.cluster('NODES'))
        .trim()
        .split('\n');
      const nodes = lines.map(readNode);
      return { assigned: nodes.reduce((sum, { slots }) => sum + slots, 0), nodes };
    } finally {
      redis.disconnect();
    }
  } catch (error) {
    if (others.length === 0) throw error;
    return readCluster(others);
  }
}

/** Parses a line of CLUSTER NODES: id, address, flags, master, ping, pong, epoch, link state, slot ranges. */
function readNode(line: string): ClusterNode {
  const [id = '', address = '', flags = '', masterId = '', , , , link, ...ranges] = line.split(' ');
  const slots = ranges
    .filter((range) => !range.startsWith('['))
    .map((range) => range.split('-').map(Number))
    .reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0);
  const has = (flag: string) => flags.split(',').includes(flag);
  return {
    id,
    host: address.split('@')[0] ?? '',
    isMaster: has('master'),
    masterId,
    isUp: !has('fail') && !has('fail?') && (link === 'connected' || has('myself')),
    slots,
  };
}
