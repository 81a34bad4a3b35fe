import type { UserSession } from '#common/users/account.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { endSessionById, isSignedInTo } from './session.ts';
import { readSessionList, removeFromSessionList } from './session-list.ts';
import { readSession } from './session-store.ts';

/** Public key of a session. The id itself stays secret, since it is half of a valid cookie. */
const keyOf = (sessionId: string): string => digestOf('session', sessionId);

/** Lists the sessions that a user is signed in to, the present one first, then the most recently active. */
export async function listSessions(userId: string, ownId: string): Promise<UserSession[]> {
  const found = await Promise.all(
    (await readSessionList(userId)).map(async ({ sessionId, seenAt }) => {
      const data = await readSession(sessionId);
      // Other users may still be signed in there after this one has left.
      if (!data || !isSignedInTo(data, userId)) {
        await removeFromSessionList(userId, sessionId);
        return [];
      }
      return {
        key: keyOf(sessionId),
        device: data.device ?? 'A browser',
        network: data.network ?? null,
        signedInAt: data.signedInAt,
        seenAt: new Date(seenAt).toISOString(),
        isCurrent: sessionId === ownId,
      };
    }),
  );
  return found.flat().toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Ends a user's session by its public key, if it is theirs and still exists. */
export async function endSessionOf(userId: string, key: string): Promise<void> {
  const ids = (await readSessionList(userId)).map(({ sessionId }) => sessionId);
  const sessionId = ids.find((id) => keyOf(id) === key);
  if (sessionId) await endSessionById(userId, sessionId);
}

/**
 * Ends all sessions of a user, including other roles signed in there, because the cookie may be in someone
 * else's hands. Repeats until the list is empty, so that a session that `openSession` concurrently replaces
 * is ended too.
 *
 * @param ownId the session to keep, if any
 */
export async function endSessionsOf(userId: string, ownId?: string): Promise<void> {
  for (;;) {
    const others = (await readSessionList(userId)).filter(({ sessionId }) => sessionId !== ownId);
    if (others.length === 0) return;
    await Promise.all(others.map(({ sessionId }) => endSessionById(userId, sessionId)));
  }
}
