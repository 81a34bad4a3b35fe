import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { Redis } from 'ioredis';
import type { WebSocket, WebSocketServer } from 'ws';
import { answerOf, moveRide } from '../product/move-ride.ts';
import { riderText } from '../rides.ts';
import { sessionIdOf } from './session-id-of.ts';

// A change from request to screen by hand: node:http updates the map and PUBLISHes, and a ws server in the same process, subscribed,
// sends it to the rider's socket. A socket's room is its path. With CHECKS_SESSION it reads the driver's session from Redis first.

const ofEngine = createRequire(createRequire(import.meta.url).resolve('engine.io'));
const ws: { WebSocketServer: typeof WebSocketServer } = ofEngine('ws');

const publisher = new Redis(process.env.REDIS_URL ?? '');
const subscriber = new Redis(process.env.REDIS_URL ?? '');
const rooms = new Map<string, WebSocket>();

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', async () => {
    const { riderId, driverId } = JSON.parse(Buffer.concat(chunks).toString());
    const rideId = req.url?.split('/')[3] ?? '';
    if (process.env.CHECKS_SESSION) {
      const session = await publisher.get(`marquee:session:${sessionIdOf(req.headers.cookie)}`);
      if (!session || JSON.parse(session).driverId !== driverId) {
        res.writeHead(403).end();
        return;
      }
    }
    const moved = moveRide(rideId, riderId, driverId);
    await publisher.publish('floor', `${riderId}\n${riderText(moved)}`);
    const body = JSON.stringify(answerOf(moved));
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
  });
});
new ws.WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
  rooms.set(request.url?.slice(1) ?? '', socket);
  socket.send('welcome');
});
subscriber.on('message', (_channel, message) => {
  const line = message.indexOf('\n');
  rooms.get(message.slice(0, line))?.send(message.slice(line + 1));
});
await subscriber.subscribe('floor');
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
