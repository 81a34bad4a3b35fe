import { loadSession } from '#web/features/users/load-session.ts';
import { keepRealtime } from './keep-realtime.ts';

/** Asks who is signed in, and keeps them connected. No page waits for it to be painted, so its code is loaded apart. */
export function followSession(): void {
  keepRealtime();
  void loadSession();
}
