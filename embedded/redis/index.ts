import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clusterArgs } from './redis-cluster.ts';

/**
 * A redis-server with an append-only file, on the loopback interface. It ends with this process, and this
 * process with its parent, so that no orphan holds the folder.
 *
 * `--port N --dir PATH`; without a folder it is in memory only. With `--bus-port N` it is a node of a Redis Cluster, which
 * `formCluster` makes of several. Prints `ready redis://127.0.0.1:N`.
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, dir: { type: 'string' }, 'bus-port': { type: 'string' } },
});
const port = values.port ?? '6379';
if (values.dir) mkdirSync(values.dir, { recursive: true });

const durability = values.dir
  ? ['--dir', values.dir, '--appendonly', 'yes', '--appendfsync', 'everysec']
  : ['--appendonly', 'no'];
const membership = values['bus-port'] ? clusterArgs({ busPort: values['bus-port'] }) : [];
const server = spawn(
  'redis-server',
  [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
    ...durability,
    ...membership,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
);

server.on('error', (error) => {
  console.error(`redis-server could not be started: ${error.message}`);
  process.exit(1);
});
server.stdout.on('data', (chunk: Buffer) => {
  const text = chunk.toString();
  process.stderr.write(text);
  if (/ready to accept connections/i.test(text)) console.log(`ready redis://127.0.0.1:${port}`);
});
server.on('exit', (code) => process.exit(code ?? 1));

const stop = () => server.kill('SIGTERM');
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
