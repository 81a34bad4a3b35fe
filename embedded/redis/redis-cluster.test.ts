import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { freePort } from '../launch/free-port.ts';
import { clusterArgs, formCluster } from './redis-cluster.ts';

/** Starts a node that belongs to no cluster yet. @returns its port */
async function startNode(): Promise<string> {
  const [port, busPort] = [`${await freePort()}`, `${await freePort()}`];
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', temporaryDirectory()];
  const node = spawn('redis-server', [...args, ...clusterArgs({ busPort })]);
  onTestFinished(async () => {
    node.kill('SIGKILL');
    await once(node, 'exit');
  });
  for await (const line of createInterface(node.stdout)) {
    if (/ready to accept connections/i.test(line)) break;
  }
  return port;
}

test('forming a Redis Cluster fails after a timeout if the nodes do not become one', async () => {
  const [first, second] = [await startNode(), await startNode()];
  const left = spawn('redis-cli', ['-p', first, 'cluster', 'addslots', '0']);
  await once(left, 'exit');

  await expect(formCluster([first, second], 100)).rejects.toThrow(
    `The nodes at ${first}, ${second} are no complete Redis Cluster after 100 ms.`,
  );
});
