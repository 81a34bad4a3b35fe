import { freePort } from '#embedded/launch/free-port.ts';
import { startProgram, type TestProgram } from './start-program.ts';

/** A running redis-server. */
export interface TestRedis extends TestProgram {
  port: number;
  url: string;
}

interface RedisOptions {
  /** Default: a free port. */
  port?: number;
  /** Data folder. Without one nothing is persisted. */
  dir?: string;
  /** Further command line arguments. */
  args?: readonly string[];
}

/** Starts a redis-server. */
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
