import { isComplete, masterOf } from '#embedded/redis/redis-cluster.ts';
import { type Cluster, until } from './cluster.ts';

const TAKE_OVER_MS = 30_000;
const RETURN_MS = 30_000;

/**
 * Kills the Redis Cluster master that holds a key. The node restarts as a replica once its
 * replica has taken over.
 *
 * @returns resolves when the Redis Cluster is complete again
 */
export async function failOver({ services, killProgramOf }: Cluster, key: string): Promise<void> {
  const ports = services.redis.split(',').map((address) => new URL(address).port);
  const master = await masterOf(key, ports[0] ?? '');
  const others = ports.filter((port) => port !== master);
  const hasLost = async (port: string) => (await masterOf(key, port)) !== master;

  await killProgramOf(`redis-${ports.indexOf(master) + 1}`, async () => {
    await until(async () => (await Promise.all(others.map(hasLost))).every(Boolean), {
      what: 'a replica took over',
      withinMs: TAKE_OVER_MS,
    });
  });
  await until(() => isComplete(ports), { what: 'the killed node is a replica', withinMs: RETURN_MS });
}
