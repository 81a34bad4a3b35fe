import { loadSession } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { retryWithBackoff } from '#web/lib/retry-with-backoff.ts';
import { clearConsoleDraftsOnSignOut, clearDraftOnSignOut } from './clear-drafts-on-sign-out.ts';
import { keepRealtime } from './keep-realtime.ts';

async function learnSession(): Promise<void> {
  await loadSession();
  if (useSessionStore.getState().phase === 'failed') throw new Error('Nobody said who is signed in.');
}

/**
 * Loads the session, with retries, keeps the realtime connection, and clears drafts on sign-out. In a
 * separate chunk, since the first paint does not need it.
 */
export function followSession(): void {
  keepRealtime();
  clearDraftOnSignOut();
  clearConsoleDraftsOnSignOut();
  retryWithBackoff(learnSession);
}
