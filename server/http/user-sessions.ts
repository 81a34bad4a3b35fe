import type { UserSession } from '#common/users/account.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { endSessionById, isSignedInTo } from './session.ts';
import { leaveSessionList, readSession, readSessionList } from './session-store.ts';

/** What a session is called outside of the server, since its id is half of what a cookie needs. */
const keyOf = (sessionId: string): string => digestOf('session', sessionId);

/** The sessions in which a user is signed in, the one in use first, then the latest seen. */
export async function listSessions(userId: string, ownId: string): Promise<UserSession[]> {
  const found = await Promise.all(
    (await readSessionList(userId)).map(async ({ sessionId, seenAt }) => {
      const data = await readSession(sessionId);
      // Others may be signed in there after this user has left.
      if (!data || !isSignedInTo(data, userId)) {
        await leaveSessionList(userId, sessionId);
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

/** Ends one of a user's sessions, if it is theirs and still there. */
export async function endSessionOf(userId: string, key: string): Promise<void> {
  const ids = (await readSessionList(userId)).map(({ sessionId }) => sessionId);
  const sessionId = ids.find((id) => keyOf(id) === key);
  if (sessionId) await endSessionById(userId, sessionId);
}

/**
 * Ends all sessions of a user, each as a whole, with other roles signed in there: whoever has its cookie may be somebody else. Reads the
 * list until it is empty, so that a session that is replaced by a new one meanwhile (`openSession`) does not get away.
 *
 * @param ownId the session that stays, if any
 */
export async function endSessionsOf(userId: string, ownId?: string): Promise<void> {
  for (;;) {
    const others = (await readSessionList(userId)).filter(({ sessionId }) => sessionId !== ownId);
    if (others.length === 0) return;
    await Promise.all(others.map(({ sessionId }) => endSessionById(userId, sessionId)));
  }
}
