import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Socket as Connection, Socket as EngineSocket } from 'engine.io';
import { Server } from 'socket.io';
import { type Socket as ClientSocket, io as connect } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SocketServer } from './create-socket-server.ts';
import { emitToRoom } from './emit-to-room.ts';

const ROOM = 'offers:las-vegas';

type Transport = 'websocket' | 'polling';

interface TestClient {
  client: ClientSocket;
  /** Its socket id and its connection on the server. */
  id: string;
  connection: Connection;
  /** Resolves to its next `count` events, as [name, payload]. */
  receives(count: number): Promise<[string, unknown][]>;
}

/** Starts a Socket.IO server where every socket joins the room. Also creates clients. */
async function socketServer(options: ConstructorParameters<typeof Server>[1] = {}) {
  const server = createServer();
  const io: SocketServer = new Server(server, { transports: ['polling', 'websocket'], ...options });
  io.on('connection', (socket) => socket.join(ROOM));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    await io.close();
  });
  const url = `http://127.0.0.1:${Object(server.address()).port}`;

  const open = async (...transports: Transport[]): Promise<TestClient> => {
    const client = connect(url, { transports, forceNew: true, reconnection: false });
    onTestFinished(() => {
      client.disconnect();
    });
    const received: [string, unknown][] = [];
    const checks = new Set<() => void>();
    client.onAny((name: string, payload: unknown) => {
      received.push([name, payload]);
      for (const each of checks) each();
    });
    await new Promise<void>((resolve, reject) => {
      client.once('connect', resolve);
      client.once('connect_error', reject);
    });
    const id = client.id ?? '';
    const connection = io.sockets.sockets.get(id)?.conn;
    if (!connection) throw new Error('the server has no such socket');
    const receives = (count: number) =>
      new Promise<[string, unknown][]>((resolve) => {
        const check = () => received.length >= count && resolve(received.splice(0, count));
        checks.add(check);
        check();
      });
    return { client, id, connection, receives };
  };
  return { io, open };
}

const removed = (version: number) => ({ id: `${version}`, version, reason: 'accepted' as const });
const json = (item: object) => JSON.stringify(item);
const event = (version: number) => ['offer:removed', [removed(version)]];

/** Spies on writes through Engine.IO's queue. */
const engineWrites = () => vi.spyOn(EngineSocket.prototype, 'write');

/** Returns the private sender of ws of a connection. */
const senderOf = ({ connection }: TestClient) => Object(connection.transport).socket._sender;

test('a WebSocket gets the shared frame directly, through the private sender of ws', async () => {
  const { io, open } = await socketServer();
  const clients = [await open('websocket'), await open('websocket')];
  const writes = engineWrites();
  const frames = clients.map((client) => vi.spyOn(senderOf(client), 'sendFrame'));

  emitToRoom(io, ROOM, 'offer:removed', [json(removed(1))]);

  for (const { receives } of clients) expect(await receives(1)).toEqual([event(1)]);
  expect(writes).not.toHaveBeenCalled();
  expect(frames.map((frame) => frame.mock.calls.length)).toEqual([1, 1]);
  const [first, second] = frames.map((frame) => Object(frame.mock.calls[0])[0][0]);
  expect(first).toBe(second);
});

/**
 * The frame around [{"id":"…"}] is 34 bytes longer than the id. From 126 and from 65,536 bytes on, its length
 * is encoded differently.
 */
test.each([91, 92, 93, 200, 65_501, 65_502, 65_503, 100_000])(
  'a text of any length arrives complete: %i',
  async (length) => {
    const { io, open } = await socketServer();
    const { receives } = await open('websocket');
    const offer = { ...removed(1), id: '…'.repeat(length) };

    emitToRoom(io, ROOM, 'offer:removed', [json(offer)]);
    emitToRoom(io, ROOM, 'offer:removed', [json(removed(2))]);

    expect(await receives(2)).toEqual([['offer:removed', [offer]], event(2)]);
  },
);

test('clients on long-polling and on WebSocket receive the same events', async () => {
  const { io, open } = await socketServer();
  const [polling, webSocket] = [await open('polling'), await open('websocket')];
  const writes = engineWrites();

  for (const version of [1, 2]) emitToRoom(io, ROOM, 'offer:removed', [json(removed(version))]);

  expect(await polling.receives(2)).toEqual([event(1), event(2)]);
  expect(await webSocket.receives(2)).toEqual([event(1), event(2)]);
  expect(writes.mock.contexts).toEqual([polling.connection, polling.connection]);
});

test('a client that upgrades to WebSocket while events are emitted receives all of them in order', async () => {
  const { io, open } = await socketServer();
  const { connection, receives } = await open('polling', 'websocket');
  let version = 0;
  const emitNext = () => {
    version += 1;
    emitToRoom(io, ROOM, 'offer:removed', [json(removed(version))]);
  };

  const upgraded = once(connection, 'upgrade');
  const steady = setInterval(emitNext, 1);
  await upgraded;
  clearInterval(steady);
  emitNext();

  expect(connection.transport.name).toBe('websocket');
  expect(await receives(version)).toEqual(Array.from({ length: version }, (_, index) => event(index + 1)));
});

test('an event never overtakes one emitted before it', async () => {
  const { io, open } = await socketServer();
  const { client, id, receives } = await open('websocket');
  const socket = io.sockets.sockets.get(id);
  const order: string[] = [];
  client.onAny((name) => order.push(name));
  socket?.on('offers:watch', (acknowledge) => {
    socket.emit('subscription:lost');
    emitToRoom(io, ROOM, 'offer:removed', [json(removed(1))]);
    io.local.emit('resync');
    acknowledge({ error: 'acknowledged' });
    emitToRoom(io, ROOM, 'offer:removed', [json(removed(2))]);
  });

  client.emit('offers:watch', () => order.push('acknowledged'));

  await receives(4);
  expect(order).toEqual(['subscription:lost', 'offer:removed', 'resync', 'acknowledged', 'offer:removed']);
});

test('without the private sender of ws, events go through Engine.IO', async () => {
  const { io, open } = await socketServer();
  const { connection, receives } = await open('websocket');
  const writes = engineWrites();
  const { socket } = Object(connection.transport);
  const documented = {
    readyState: socket.readyState,
    send: socket.send.bind(socket),
    close: socket.close.bind(socket),
  };
  Object.assign(connection.transport, { socket: documented });

  emitToRoom(io, ROOM, 'offer:removed', [json(removed(1))]);

  expect(writes).toHaveBeenCalledOnce();
  expect(await receives(1)).toEqual([event(1)]);
});

test('a connection with compression gets events through Engine.IO', async () => {
  const { io, open } = await socketServer({ perMessageDeflate: { threshold: 0 } });
  const { receives } = await open('websocket');
  const writes = engineWrites();

  emitToRoom(io, ROOM, 'offer:removed', [json(removed(1))]);

  expect(writes).toHaveBeenCalledOnce();
  expect(await receives(1)).toEqual([event(1)]);
});

test('a socket that left the room or is closed gets no events', async () => {
  const { io, open } = await socketServer();
  const [stays, leaves, goes] = [await open('websocket'), await open('websocket'), await open('websocket')];
  const frames = vi.spyOn(senderOf(goes), 'sendFrame');
  await io.sockets.sockets.get(leaves.id)?.leave(ROOM);
  goes.connection.close();

  emitToRoom(io, ROOM, 'offer:removed', [json(removed(1))]);
  io.local.emit('resync');

  expect(await stays.receives(2)).toEqual([event(1), ['resync', undefined]]);
  expect(await leaves.receives(1)).toEqual([['resync', undefined]]);
  expect(frames.mock.calls.flat(2).some((frame) => String(frame).includes('offer:removed'))).toBe(false);
});

/**
 * With a fair order, one of a billion runs exceeds CRITICAL (chi-squared, 19 degrees of freedom) and two
 * exceed DEVIATIONS standard deviations.
 */
const [MEMBERS, CRITICAL] = [20, 84];
const DEVIATIONS = 6;

test('the order in which the clients of a room receive an event is random for every event', async () => {
  const { io, open } = await socketServer();
  const clients: TestClient[] = [];
  for (let count = 0; count < MEMBERS; count += 1) clients.push(await open('websocket'));
  let order: number[] = [];
  for (const [index, client] of clients.entries())
    vi.spyOn(senderOf(client), 'sendFrame').mockImplementation(() => order.push(index));
  const EVENTS = 2_000;
  const first = clients.map(() => 0);
  let before = 0;

  for (let count = 0; count < EVENTS; count += 1) {
    order = [];
    emitToRoom(io, ROOM, 'offer:removed', []);
    first[order[0] ?? -1] = (first[order[0] ?? -1] ?? 0) + 1;
    if (order.indexOf(0) < order.indexOf(1)) before += 1;
    expect(order).toHaveLength(MEMBERS);
  }

  const expected = EVENTS / MEMBERS;
  const chiSquared = first.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquared).toBeLessThan(CRITICAL);
  expect(Math.abs(before - EVENTS / 2)).toBeLessThan((DEVIATIONS * Math.sqrt(EVENTS)) / 2);
});
