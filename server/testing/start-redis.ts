import { once } from 'node:events';
import { createServer } from 'node:net';
import { startProgram, type TestProgram } from './start-program.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

/** A redis-server that keeps nothing. */
export interface TestRedis extends TestProgram {
  port: number;
  url: string;
}

/** Starts a redis-server on this port, or on a free one. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const chosen = port ?? (await freePort());
  const program = await startProgram({
    command: 'redis-server',
    args: ['--port', `${chosen}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    readyLine: /(Ready to accept connections)/,
  });
  return { ...program, port: chosen, url: `redis://127.0.0.1:${chosen}` };
}
