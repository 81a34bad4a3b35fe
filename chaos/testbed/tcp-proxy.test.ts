import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTcpProxy } from './tcp-proxy.ts';

/** Starts a site that echoes what it receives, behind a proxy. */
async function echoBehindProxy() {
  const received: string[] = [];
  const site = createServer((socket) => {
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      socket.write(chunk);
    });
    socket.on('error', () => {});
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const proxy = await startTcpProxy(`http://localhost:${Object(site.address()).port}`);
  onTestFinished(() => {
    proxy.close();
    site.close();
  });
  const open = async (firstBytes: string) => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await echo(socket, firstBytes);
    return socket;
  };
  return { proxy, received, open };
}

async function echo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

const UPGRADE = 'GET /socket.io HTTP/1.1\r\nUpgrade: websocket\r\n\r\n';

test('a silently cut WebSocket transmits nothing and stays open, while other connections work', async () => {
  const { proxy, received, open } = await echoBehindProxy();
  const socket = await open(UPGRADE);
  const request = await open('GET / HTTP/1.1\r\n\r\n');

  proxy.cutSilently();
  const answers: unknown[] = [];
  socket.on('data', (chunk) => answers.push(chunk)).on('close', () => answers.push('closed'));
  socket.write('over the WebSocket');

  expect(await echo(request, 'over the request')).toBe('over the request');
  await open(UPGRADE);
  expect(answers).toEqual([]);
  expect(received).not.toContain('over the WebSocket');
});

test('dropped connections are closed', async () => {
  const { proxy, open } = await echoBehindProxy();
  const socket = await open(UPGRADE);
  proxy.dropConnections();
  await once(socket, 'close');
});
