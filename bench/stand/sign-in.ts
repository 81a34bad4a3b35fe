import { createHmac, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { SESSION_SECRET } from './stand.ts';

const MONTH_MS = 30 * 86_400_000;

/** Who a session is signed in as. */
export interface Who {
  riderId?: string;
  driverId?: string;
}

/** Writes sessions as signing in would, straight into Redis, and gives the Cookie header of each. */
export async function signIn(redis: Redis, people: readonly Who[]): Promise<string[]> {
  const signedInAt = new Date();
  const cookie = {
    originalMaxAge: MONTH_MS,
    expires: new Date(signedInAt.getTime() + MONTH_MS),
    secure: true,
    httpOnly: true,
    path: '/',
    sameSite: 'lax',
  };
  const pipeline = redis.pipeline();
  const cookies = people.map((who) => {
    const id = randomUUID();
    pipeline.set(`marquee:session:${id}`, JSON.stringify({ cookie, ...who, signedInAt }), 'EX', 86_400);
    const signature = createHmac('sha256', SESSION_SECRET).update(id).digest('base64').replace(/=+$/, '');
    return `__Host-marquee=${encodeURIComponent(`s:${id}.${signature}`)}`;
  });
  await pipeline.exec();
  return cookies;
}
