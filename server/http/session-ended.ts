import { channel, redis } from '../infra/redis.ts';

/** Redis channel on which an ended session's id is told, so that every node closes its sockets. */
export const SESSIONS_ENDED = 'sessions.ended';

/** Tells every node that a session id is good no longer, or for less than it was. */
export async function publishSessionEnded(sessionId: string): Promise<void> {
  await redis.publish(channel(SESSIONS_ENDED), sessionId);
}
