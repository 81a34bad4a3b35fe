import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '#embedded/document-store/testing/temporary-directory.ts';
import { freePort } from '#embedded/launch/free-port.ts';
import { clusterArgs } from '#embedded/redis/redis-cluster.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { connectCluster, connectClusterForBlocking } from './redis-cluster.ts';

const ID = 'f'.repeat(40);

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

const portOf = (server: Server): number => Object(server.address()).port;

async function listen(node: Server): Promise<number> {
  await once(node.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    node.close();
  });
  return portOf(node);
}

const commandsOf = (chunk: Buffer): string[] => chunk.toString().split(/(?=\*\d+\r\n)/);

/** Returns the reply of a cluster node where all slots belong to the node at port `owner`. */
function answerTo(command: string, owner: number, state = 'ok'): string {
  if (/slots/i.test(command)) {
    return `*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n${bulk('127.0.0.1')}:${owner}\r\n${bulk(ID)}`;
  }
  const isInfo = /info/i.test(command) && !/setinfo/i.test(command);
  return isInfo ? bulk(`cluster_state:${state}\r\nloading:0\r\n`) : '+OK\r\n';
}

/** Starts a one-node cluster that, when its client disconnects, answers a blocking command with MOVED. */
async function startLeavingNode(state = 'ok'): Promise<{ port: number; isBlocking: Promise<unknown> }> {
  let noteBlocking = (): void => {};
  const isBlocking = new Promise<void>((resolve) => {
    noteBlocking = resolve;
  });
  const node = createServer({ allowHalfOpen: true }, (socket) => {
    let isAsked = false;
    socket.on('data', (chunk) => {
      for (const command of commandsOf(chunk)) {
        if (/bzpopmin/i.test(command)) {
          isAsked = true;
          noteBlocking();
        } else socket.write(answerTo(command, portOf(node), state));
      }
    });
    socket.on('end', () => socket.end(isAsked ? '-MOVED 0 127.0.0.1:1\r\n' : ''));
    socket.on('error', () => {});
  });
  return { port: await listen(node), isBlocking };
}

/** Starts a node that redirects SET to one that replies after `letIn`; `values` collects what it was sent. */
async function startHeldNode(): Promise<{ port: number; letIn: () => void; values: string[] }> {
  let letIn = (): void => {};
  const isOpen = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  const values: string[] = [];
  let owner = 0;
  const held = createServer((socket) => {
    socket.on('data', async (chunk) => {
      await isOpen;
      for (const command of commandsOf(chunk)) {
        const [, value] = /\r\nset\r\n.*\r\n(\w+)\r\n$/s.exec(command) ?? [];
        if (value) values.push(value);
        socket.write(answerTo(command, owner));
      }
    });
    socket.on('error', () => {});
  });
  const heldPort = await listen(held);
  const first = createServer((socket) => {
    socket.on('data', (chunk) => {
      for (const command of commandsOf(chunk)) {
        if (/\r\nset\r\n/.test(command)) {
          owner = heldPort;
          socket.write(`-MOVED 0 127.0.0.1:${heldPort}\r\n`);
        } else socket.write(answerTo(command, owner));
      }
    });
    socket.on('error', () => {});
  });
  owner = await listen(first);
  return { port: owner, letIn, values };
}

/** Starts a node with these slots that belongs to no cluster yet. */
async function startMaster(
  ...slots: [number, number]
): Promise<TestRedis & { admin: Redis; busPort: string }> {
  const busPort = `${await freePort()}`;
  const member = clusterArgs({ busPort, nodeTimeoutMs: 500 });
  // A node alone does not know its own address.
  const args = ['--dir', temporaryDirectory(), ...member, '--cluster-announce-ip', '127.0.0.1'];
  const node = await startRedis({ args });
  const admin = new Redis(node.url);
  onTestFinished(async () => {
    admin.disconnect();
    await node.end('SIGKILL');
  });
  await admin.cluster('ADDSLOTSRANGE', ...slots);
  return { ...node, admin, busPort };
}

/** Starts a Redis Cluster of one node. @returns its URL */
async function startOneNode(): Promise<string> {
  const { url, admin } = await startMaster(0, 16_383);
  await expect.poll(() => admin.cluster('INFO')).toContain('cluster_state:ok');
  return url;
}

test('a cluster command that was answered while this process was blocked does not time out', async () => {
  const timeoutMs = 200;
  const client = connectCluster(await startOneNode(), { timeoutMs });
  onTestFinished(() => client.disconnect());
  await expect.poll(() => client.set('some key', 'kept').catch(String)).toBe('OK');

  const asked = client.get('some key');
  // Longer than the timeout. The command is already sent.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);

  expect(await asked).toBe('kept');
});

test('a command that timed out while its cluster connection was being opened is not sent later', async () => {
  const { port, letIn, values } = await startHeldNode();
  const client = connectCluster(`redis://127.0.0.1:${port}`, { timeoutMs: 100 });
  onTestFinished(() => client.disconnect());

  await expect(client.set('some key', 'older')).rejects.toThrow('Command timed out');
  letIn();

  await expect.poll(() => client.set('some key', 'newer').catch(String)).toBe('OK');
  // Only the last: a reply that came too late was requested again.
  expect(new Set(values)).toEqual(new Set(['newer']));
});

test('a blocking cluster client ends on disconnect even if its command is redirected meanwhile', async () => {
  const { port, isBlocking } = await startLeavingNode();
  const client = connectClusterForBlocking(`redis://127.0.0.1:${port}`);
  const blocking = client.duplicate();
  const ended = once(blocking, 'end');

  const asked = expect(blocking.bzpopmin('some key', 5)).rejects.toThrow();
  await isBlocking;
  blocking.disconnect();

  await ended;
  await asked;
  client.disconnect();
});

test('a blocking cluster client connects even if the cluster is not complete', async () => {
  const { port } = await startLeavingNode('fail');
  const client = connectClusterForBlocking(`redis://127.0.0.1:${port}`);
  await once(client, 'ready');
  const ended = once(client, 'end');
  client.disconnect();
  await ended;

  await client.connect();

  expect(client.status).toBe('ready');
  client.disconnect();
});

test('a master without the majority of its cluster refuses to publish: subscribers may be at its replacement', async () => {
  const [master, other] = [await startMaster(0, 8_191), await startMaster(8_192, 16_383)];
  await master.admin.cluster('MEET', '127.0.0.1', other.port, other.busPort);
  await expect.poll(() => master.admin.cluster('INFO')).toContain('cluster_slots_ok:16384');
  const client = connectCluster(master.url, { timeoutMs: 1_000 });
  onTestFinished(() => client.disconnect());
  await expect.poll(() => client.spublish('a channel', '').catch(String)).toBe(0);

  other.child.kill('SIGSTOP');
  await expect.poll(() => master.admin.cluster('INFO')).toContain('cluster_state:fail');

  await expect(client.spublish('a channel', '')).rejects.toThrow(/CLUSTERDOWN|Command timed out/);
});
