import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectClusterForBlocking } from './redis-cluster.ts';

const ID = 'f'.repeat(40);

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** A cluster of one node, that has every slot until its client goes away: a blocking command is answered then that another has it. */
async function startLeavingNode(state = 'ok'): Promise<{ port: number; isBlocking: Promise<unknown> }> {
  let noteBlocking = (): void => {};
  const isBlocking = new Promise<void>((resolve) => {
    noteBlocking = resolve;
  });
  const portOf = (server: Server): number => Object(server.address()).port;
  const node = createServer({ allowHalfOpen: true }, (socket) => {
    let isAsked = false;
    socket.on('data', (chunk) => {
      for (const command of chunk.toString().split(/(?=\*\d+\r\n)/)) {
        if (/bzpopmin/i.test(command)) {
          isAsked = true;
          noteBlocking();
        } else if (/slots/i.test(command)) {
          const owner = `*3\r\n${bulk('127.0.0.1')}:${portOf(node)}\r\n${bulk(ID)}`;
          socket.write(`*1\r\n*3\r\n:0\r\n:16383\r\n${owner}`);
        } else if (/info/i.test(command) && !/setinfo/i.test(command)) {
          socket.write(bulk(`cluster_state:${state}\r\nloading:0\r\n`));
        } else socket.write('+OK\r\n');
      }
    });
    socket.on('end', () => socket.end(isAsked ? '-MOVED 0 127.0.0.1:1\r\n' : ''));
    socket.on('error', () => {});
  });
  await once(node.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    node.close();
  });
  return { port: portOf(node), isBlocking };
}

test('a client that blocks ends once it is told to, though its command is sent on to another master meanwhile', async () => {
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

test('a client that blocks connects while the cluster is not complete', async () => {
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
