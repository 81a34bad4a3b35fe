import { createRequire } from 'node:module';
import { Redis } from 'ioredis';
import type { WebSocket, WebSocketServer } from 'ws';

// The minimal fan-out: a plain `ws` server that subscribes to a Redis channel. A message is a list of rooms,
// a line break, and the text that ws.send passes to each member unchanged. The room of a socket is its path.
// No JSON, no sessions, no heartbeat.

/** The same ws module that Socket.IO uses. */
const engineRequire = createRequire(createRequire(import.meta.url).resolve('engine.io'));
const ws: { WebSocketServer: typeof WebSocketServer } = engineRequire('ws');

const rooms = new Map<string, Set<WebSocket>>();

const server = new ws.WebSocketServer({
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  perMessageDeflate: false,
});
server.on('connection', (socket, request) => {
  const room = request.url?.slice(1) ?? '';
  const members = rooms.get(room) ?? new Set();
  rooms.set(room, members.add(socket));
  socket.on('error', () => {});
  socket.once('close', () => {
    members.delete(socket);
    if (members.size === 0) rooms.delete(room);
  });
  socket.send('welcome');
});

const subscriber = new Redis(process.env.REDIS_URL ?? '');
subscriber.on('message', (_channel, message) => {
  const line = message.indexOf('\n');
  const text = message.slice(line + 1);
  for (const room of message.slice(0, line).split(' ')) {
    for (const socket of rooms.get(room) ?? []) socket.send(text);
  }
});
await subscriber.subscribe('baseline');
process.send?.('ready');
