/** Longer than a handshake may take, including its reads from Redis, in milliseconds. */
const KEPT_MS = 60_000;

/**
 * The sessions of whose end this node received a message recently. A socket whose session was read before
 * that, and which joined its room afterwards, was missed when the session's sockets were closed.
 */
export interface EndedSessions {
  /** Records that a session has ended, or has fewer roles than before. */
  record(sessionId: string): void;
  /** Records that ends of sessions may be missed from now on, or may have been missed until now. */
  recordGap(): void;
  /** Whether a session may have ended since an instant (`performance.now()`). */
  mayHaveEnded(sessionId: string, since: number): boolean;
}

/** @param isUnsubscribed whether this node does not receive messages now */
export function createEndedSessions(isUnsubscribed: () => boolean): EndedSessions {
  /** When each session ended, oldest first. */
  const endedAt = new Map<string, number>();
  let gapAt = Number.NEGATIVE_INFINITY;

  return {
    record(sessionId) {
      const now = performance.now();
      for (const [id, at] of endedAt) {
        if (now - at < KEPT_MS) break;
        endedAt.delete(id);
      }
      endedAt.delete(sessionId);
      endedAt.set(sessionId, now);
    },
    recordGap() {
      gapAt = performance.now();
    },
    mayHaveEnded: (sessionId, since) =>
      isUnsubscribed() || gapAt >= since || (endedAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) >= since,
  };
}
