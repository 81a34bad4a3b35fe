import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Socket as Connection } from 'engine.io';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { batchSize, drainInBatches, joinFirstWrites, limitPackets } from './connections.ts';

function connections(count: number) {
  const closedAt: number[] = [];
  const close = () => closedAt.push(performance.now());
  const connection = { close, transport: {} } as unknown as Connection;
  return { closedAt, all: Array.from({ length: count }, () => connection) };
}

test('up to 25 connections are closed at once', async () => {
  const { closedAt, all } = connections(25);
  const closing = drainInBatches(all);

  expect(closedAt.length).toBe(25);
  await closing;
});

test('more than 25 connections are closed in batches a quarter of a second apart', async () => {
  const { closedAt, all } = connections(60);
  const closing = drainInBatches(all);

  expect(closedAt.length).toBe(25);
  await closing;
  expect(closedAt.length).toBe(60);
  const [first = 0, second = 0, third = 0] = [closedAt[24], closedAt[25], closedAt[50]];
  expect(second - first).toBeGreaterThan(240);
  expect(third - second).toBeGreaterThan(240);
});

test('the last batch is closed within 25 seconds for any number of connections', () => {
  for (const count of [1, 50, 3_000, 20_000, 100_003]) {
    const pauses = Math.ceil(count / batchSize(count)) - 1;
    expect(pauses * 0.25).toBeLessThan(25);
  }
});

/** Starts a server with a packet limit and connects a client, which is the first packet. */
async function connectLimited() {
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'] });
  io.engine.on('connection', limitPackets);
  io.on('connection', (socket) => socket.on('count', (done?: () => void) => done?.()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => io.close());
  const client = connect(`http://127.0.0.1:${Object(server.address()).port}`, {
    transports: ['websocket'],
    reconnection: false,
  });
  onTestFinished(() => void client.disconnect());
  await new Promise<void>((resolve) => client.once('connect', resolve));
  /** Sends packets and waits until the server has received all of them. */
  const send = (packets: number) =>
    Promise.all(Array.from({ length: packets }, () => client.emitWithAck('count')));
  return { client, send };
}

test('a client may send 200 packets a minute, and is disconnected after the next one', async () => {
  const { client, send } = await connectLimited();
  await send(199);
  expect(client.connected).toBe(true);

  const disconnected = new Promise((resolve) => client.once('disconnect', resolve));
  client.emit('count');

  expect(await disconnected).toBe('transport close');
});

test('packets of the previous minute do not count', async () => {
  const { client, send } = await connectLimited();
  await send(150);
  const later = performance.now() + 60_001;
  vi.spyOn(performance, 'now').mockImplementation(() => later);

  await send(200);

  expect(client.connected).toBe(true);
});

test('the reply to an upgrade is sent together with the first packet', async () => {
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'] });
  joinFirstWrites(io.engine);
  const writes: string[] = [];
  server.once('connection', (socket: Socket) => {
    vi.spyOn(socket, '_writev').mockImplementationOnce((chunks, done) => {
      writes.push(chunks.map(({ chunk }) => `${chunk}`).join(''));
      socket._writev?.(chunks, done);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => io.close());

  const client = connect(`http://127.0.0.1:${Object(server.address()).port}`, { transports: ['websocket'] });
  onTestFinished(() => void client.disconnect());
  await new Promise<void>((resolve) => client.once('connect', resolve));

  expect(writes).toEqual([expect.stringMatching(/^HTTP\/1\.1 101 .*"sid":/s)]);
});
