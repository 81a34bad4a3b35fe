import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Socket as Connection, Socket as EngineSocket } from 'engine.io';
import { Server } from 'socket.io';
import { type Socket as ClientSocket, io as connect } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SocketServer } from './create-socket-server.ts';
import { tellRoom } from './tell-room.ts';

const ROOM = 'offers:las-vegas';

type Transport = 'websocket' | 'polling';

interface Listener {
  client: ClientSocket;
  /** What the server knows of it. */
  id: string;
  connection: Connection;
  /** Resolves to its next so many events, as [name, payload]. */
  hears(count: number): Promise<[string, unknown][]>;
}

/** A Socket.IO server whose every socket joins the room, and clients of it. */
async function socketServer(options: ConstructorParameters<typeof Server>[1] = {}) {
  const server = createServer();
  const io: SocketServer = new Server(server, { transports: ['polling', 'websocket'], ...options });
  io.on('connection', (socket) => socket.join(ROOM));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    await io.close();
  });
  const url = `http://127.0.0.1:${Object(server.address()).port}`;

  const listen = async (...transports: Transport[]): Promise<Listener> => {
    const client = connect(url, { transports, forceNew: true, reconnection: false });
    onTestFinished(() => {
      client.disconnect();
    });
    const heard: [string, unknown][] = [];
    const look = new Set<() => void>();
    client.onAny((name: string, payload: unknown) => {
      heard.push([name, payload]);
      for (const each of look) each();
    });
    await new Promise<void>((resolve, reject) => {
      client.once('connect', resolve);
      client.once('connect_error', reject);
    });
    const id = client.id ?? '';
    const connection = io.sockets.sockets.get(id)?.conn;
    if (!connection) throw new Error('the server has no such socket');
    const hears = (count: number) =>
      new Promise<[string, unknown][]>((resolve) => {
        const check = () => heard.length >= count && resolve(heard.splice(0, count));
        look.add(check);
        check();
      });
    return { client, id, connection, hears };
  };
  return { io, listen };
}

const removed = (version: number) => ({ id: `${version}`, version, reason: 'accepted' as const });
const json = (item: object) => JSON.stringify(item);
const told = (version: number) => ['offer:removed', [removed(version)]];

/** What goes the ordinary way, through Engine.IO's queue. */
const ordinaryWrites = () => vi.spyOn(EngineSocket.prototype, 'write');

/** What ws keeps under a connection. */
const senderOf = ({ connection }: Listener) => Object(connection.transport).socket._sender;

test('a WebSocket gets its frame directly: what ws and Engine.IO keep to themselves is still where it was', async () => {
  const { io, listen } = await socketServer();
  const listeners = [await listen('websocket'), await listen('websocket')];
  const ordinary = ordinaryWrites();
  const frames = listeners.map((listener) => vi.spyOn(senderOf(listener), 'sendFrame'));

  tellRoom(io, ROOM, 'offer:removed', [json(removed(1))]);

  for (const { hears } of listeners) expect(await hears(1)).toEqual([told(1)]);
  expect(ordinary).not.toHaveBeenCalled();
  expect(frames.map((frame) => frame.mock.calls.length)).toEqual([1, 1]);
  const [first, second] = frames.map((frame) => Object(frame.mock.calls[0])[0][0]);
  expect(first).toBe(second);
});

/** The frame around [{"id":"…"}] is 34 bytes longer than the id; from 126 and 65,536 bytes on its length is written otherwise. */
test.each([91, 92, 93, 200, 65_501, 65_502, 65_503, 100_000])(
  'a text of any length arrives whole: %i',
  async (length) => {
    const { io, listen } = await socketServer();
    const { hears } = await listen('websocket');
    const offer = { ...removed(1), id: '…'.repeat(length) };

    tellRoom(io, ROOM, 'offer:removed', [json(offer)]);
    tellRoom(io, ROOM, 'offer:removed', [json(removed(2))]);

    expect(await hears(2)).toEqual([['offer:removed', [offer]], told(2)]);
  },
);

test('a page on long-polling hears the same', async () => {
  const { io, listen } = await socketServer();
  const [polling, webSocket] = [await listen('polling'), await listen('websocket')];
  const ordinary = ordinaryWrites();

  for (const version of [1, 2]) tellRoom(io, ROOM, 'offer:removed', [json(removed(version))]);

  expect(await polling.hears(2)).toEqual([told(1), told(2)]);
  expect(await webSocket.hears(2)).toEqual([told(1), told(2)]);
  expect(ordinary.mock.contexts).toEqual([polling.connection, polling.connection]);
});

test('a page that moves from long-polling to a WebSocket meanwhile hears everything, in order', async () => {
  const { io, listen } = await socketServer();
  const { connection, hears } = await listen('polling', 'websocket');
  let version = 0;
  const tell = () => {
    version += 1;
    tellRoom(io, ROOM, 'offer:removed', [json(removed(version))]);
  };

  const upgraded = once(connection, 'upgrade');
  const steady = setInterval(tell, 1);
  await upgraded;
  clearInterval(steady);
  tell();

  expect(connection.transport.name).toBe('websocket');
  expect(await hears(version)).toEqual(Array.from({ length: version }, (_, index) => told(index + 1)));
});

test('nothing overtakes what was emitted before', async () => {
  const { io, listen } = await socketServer();
  const { client, id, hears } = await listen('websocket');
  const socket = io.sockets.sockets.get(id);
  const order: string[] = [];
  client.onAny((name) => order.push(name));
  socket?.on('offers:watch', (acknowledge) => {
    socket.emit('subscription:lost');
    tellRoom(io, ROOM, 'offer:removed', [json(removed(1))]);
    io.local.emit('resync');
    acknowledge({ error: 'acknowledged' });
    tellRoom(io, ROOM, 'offer:removed', [json(removed(2))]);
  });

  client.emit('offers:watch', () => order.push('acknowledged'));

  await hears(4);
  expect(order).toEqual(['subscription:lost', 'offer:removed', 'resync', 'acknowledged', 'offer:removed']);
});

test('where ws keeps its sender elsewhere, everybody is told the ordinary way', async () => {
  const { io, listen } = await socketServer();
  const { connection, hears } = await listen('websocket');
  const ordinary = ordinaryWrites();
  const { socket } = Object(connection.transport);
  const documented = {
    readyState: socket.readyState,
    send: socket.send.bind(socket),
    close: socket.close.bind(socket),
  };
  Object.assign(connection.transport, { socket: documented });

  tellRoom(io, ROOM, 'offer:removed', [json(removed(1))]);

  expect(ordinary).toHaveBeenCalledOnce();
  expect(await hears(1)).toEqual([told(1)]);
});

test('a connection that compresses is told the ordinary way', async () => {
  const { io, listen } = await socketServer({ perMessageDeflate: { threshold: 0 } });
  const { hears } = await listen('websocket');
  const ordinary = ordinaryWrites();

  tellRoom(io, ROOM, 'offer:removed', [json(removed(1))]);

  expect(ordinary).toHaveBeenCalledOnce();
  expect(await hears(1)).toEqual([told(1)]);
});

test('a socket that left the room is told no longer, nor is one that is gone', async () => {
  const { io, listen } = await socketServer();
  const [stays, leaves, goes] = [
    await listen('websocket'),
    await listen('websocket'),
    await listen('websocket'),
  ];
  const frames = vi.spyOn(senderOf(goes), 'sendFrame');
  await io.sockets.sockets.get(leaves.id)?.leave(ROOM);
  goes.connection.close();

  tellRoom(io, ROOM, 'offer:removed', [json(removed(1))]);
  io.local.emit('resync');

  expect(await stays.hears(2)).toEqual([told(1), ['resync', undefined]]);
  expect(await leaves.hears(1)).toEqual([['resync', undefined]]);
  expect(frames.mock.calls.flat(2).some((frame) => String(frame).includes('offer:removed'))).toBe(false);
});
