import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DirectoryInUseError, lockDirectory } from '../directory-lock.ts';
import { wrapProgram } from '../wrap-program.ts';
import { clusterArgs } from './redis-cluster.ts';

/**
 * Runs redis-server with an append-only file on the loopback interface. It ends with this process, and this
 * process with its parent, so that no orphan keeps the folder locked.
 *
 * `--port N --dir PATH`; in memory only without a folder. With `--bus-port N` it is a node of a Redis
 * Cluster, which `formCluster` creates. Prints `ready redis://127.0.0.1:N`.
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, dir: { type: 'string' }, 'bus-port': { type: 'string' } },
});
const port = values.port ?? '6379';
if (values.dir) lock(values.dir);

/** Prevents two servers from writing the same append-only file. */
function lock(dir: string): void {
  mkdirSync(dir, { recursive: true });
  try {
    process.on('exit', lockDirectory(dir));
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const durability = values.dir
  ? ['--dir', values.dir, '--appendonly', 'yes', '--appendfsync', 'everysec']
  : ['--appendonly', 'no'];
const membership = values['bus-port'] ? clusterArgs({ busPort: values['bus-port'] }) : [];
const always = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];
const server = wrapProgram('redis-server', [...always, ...durability, ...membership], { stdout: 'pipe' });
server.stdout?.on('data', (chunk: Buffer) => {
  const text = chunk.toString();
  process.stderr.write(text);
  if (/ready to accept connections/i.test(text)) console.log(`ready redis://127.0.0.1:${port}`);
});
