import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { answerOf, moveRide } from '../product/move-ride.ts';
import { sessionIdOf } from './session-id-of.ts';

// node:http that does by hand what our middleware does: checks Origin and the cookie's signature, reads the session from Redis, checks the
// driver, sets the same headers, writes a log line. No framework, no validation of the body, no metrics.

const logger = pino();
const redis = new Redis(process.env.REDIS_URL ?? '', { enableAutoPipelining: true });

const server = createServer((req, res) => {
  const startedAt = performance.now();
  const requestId = randomUUID();
  const chunks: Buffer[] = [];
  const answer = (status: number, body: string) => {
    res.writeHead(status, {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
    const ms = Math.round(performance.now() - startedAt);
    logger.info({ requestId, method: req.method, path: req.url, status, ms }, 'request');
  };

  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', async () => {
    const { riderId, driverId } = JSON.parse(Buffer.concat(chunks).toString());
    const sessionId = sessionIdOf(req.headers.cookie);
    const session = sessionId && (await redis.get(`marquee:session:${sessionId}`));
    if (
      req.headers.origin !== process.env.PUBLIC_URL ||
      !session ||
      JSON.parse(session).driverId !== driverId
    ) {
      answer(403, '{}');
      return;
    }
    const rideId = req.url?.split('/')[3] ?? '';
    answer(200, JSON.stringify(answerOf(moveRide(rideId, riderId, driverId))));
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
