import { loadSession } from '#web/features/users/load-session.ts';
import { keepDraftsApart } from './keep-drafts-apart.ts';
import { keepRealtime } from './keep-realtime.ts';

/** Asks who is signed in, keeps them connected, and their booking form to themselves. No page waits for it to be painted, so its code is loaded apart. */
export function followSession(): void {
  keepRealtime();
  keepDraftsApart();
  void loadSession();
}
