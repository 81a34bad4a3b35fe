import { freePort } from '#embedded/launch/free-port.ts';
import { startProgram, type TestProgram } from './start-program.ts';

/** A redis-server. */
export interface TestRedis extends TestProgram {
  port: number;
  url: string;
}

interface RedisOptions {
  /** A free one unless named. */
  port?: number;
  /** A folder to keep its data in; without one it keeps nothing. */
  dir?: string;
  /** What else it is told. */
  args?: readonly string[];
}

/** Starts a redis-server of the test's own. */
export async function startRedis({ port, dir, args = [] }: RedisOptions = {}): Promise<TestRedis> {
  const chosen = port ?? (await freePort());
  const durability = dir ? ['--dir', dir, '--appendonly', 'yes'] : ['--appendonly', 'no'];
  const program = await startProgram({
    command: 'redis-server',
    args: ['--port', `${chosen}`, '--bind', '127.0.0.1', '--save', '', ...durability, ...args],
    readyLine: /(Ready to accept connections)/,
  });
  return { ...program, port: chosen, url: `redis://127.0.0.1:${chosen}` };
}
