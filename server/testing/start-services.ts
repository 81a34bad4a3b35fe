import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the services stand that the tests run on. */
    services: { mongoUrl: string; redisUrl: string; stripeUrl: string };
  }
}

const children: ChildProcess[] = [];

/** Starts a program and waits for a line of its output; gives what the pattern's first group caught. */
async function start(command: string, args: string[], readyLine: RegExp): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = readyLine.exec(line);
    if (!ready) continue;
    child.stdout.resume();
    return ready[1] ?? '';
  }
  throw new Error(`${command} ${args.join(' ')} ended before it was ready`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

async function startRedis(): Promise<string> {
  const port = await freePort();
  const args = `--port ${port} --bind 127.0.0.1 --save --appendonly no`.split(' ');
  args.splice(args.indexOf('--save') + 1, 0, '');
  await start('redis-server', args, /(Ready to accept connections)/);
  return `redis://127.0.0.1:${port}`;
}

const startEmbedded = (entry: string) =>
  start('node', ['--import', 'tsx', entry, '--port', '0'], /^ready (\S+)/);

/** Before all integration tests: starts Redis, the document store and the Stripe simulator, except those the environment names. */
export async function setup(project: TestProject): Promise<void> {
  const { MONGO_URL, REDIS_URL, STRIPE_SIMULATOR_URL } = process.env;
  const [mongoUrl, redisUrl, stripeUrl] = await Promise.all([
    MONGO_URL || startEmbedded('embedded/document-store/index.ts'),
    REDIS_URL || startRedis(),
    STRIPE_SIMULATOR_URL || startEmbedded('embedded/stripe/index.ts'),
  ]);
  project.provide('services', { mongoUrl, redisUrl, stripeUrl });
}

/** After all integration tests: ends what `setup` started. */
export async function teardown(): Promise<void> {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    running.map(async (child) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
}
