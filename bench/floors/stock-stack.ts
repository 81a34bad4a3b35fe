import RedisStore from 'connect-redis';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { answerOf, moveRide } from '../product/move-ride.ts';

// Express 5 with the usual packages, as they come, for what our own does besides: headers, a log line, the session from Redis.

const logger = pino();
const app = express();
app.use((req, res, next) => {
  const startedAt = Date.now();
  const { method, url } = req;
  res.once('finish', () => logger.info({ method, url, status: res.statusCode, ms: Date.now() - startedAt }));
  next();
});
app.use(helmet());
app.use(express.json());
app.use(
  session({
    name: '__Host-marquee',
    secret: process.env.SESSION_SECRET ?? '',
    store: new RedisStore({ client: new Redis(process.env.REDIS_URL ?? ''), prefix: 'marquee:session:' }),
    resave: false,
    saveUninitialized: false,
  }),
);
app.patch('/api/bench/:rideId/status', (req, res) => {
  const { riderId, driverId } = req.body;
  if (req.session.driverId !== driverId) {
    res.status(403).end();
    return;
  }
  res.json(answerOf(moveRide(req.params.rideId, riderId, driverId)));
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
