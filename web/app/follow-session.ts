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
 * Asks until it is known who is signed in, keeps them connected, and their booking form to themselves. No page waits for it to be painted,
 * so its code is loaded apart.
 */
export function followSession(): void {
  keepRealtime();
  clearDraftOnSignOut();
  clearConsoleDraftsOnSignOut();
  retryWithBackoff(learnSession);
}
