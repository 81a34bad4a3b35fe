import type { Session } from '#common/users/user.ts';
import { forgetPositions } from '#web/features/rides/position/position-store.ts';
import { forgetRidesOf } from '#web/features/rides/store/ride-store.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { setConnection, useConnectionStore } from '#web/lib/connection-store.ts';

/**
 * The delay before the session is read again, in milliseconds. It doubles each time the gateway refuses the
 * connection, up to the longest.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

const userIds = ({ rider, driver, staff }: Session): string =>
  [rider, driver, staff].flatMap((user) => user?.id ?? []).join();

/** Whether a role's user has signed out, or another user has replaced them. */
const hasLeft = (role: 'rider' | 'driver' | 'staff', before: Session, now: Session): boolean =>
  before[role] !== null && before[role].id !== now[role]?.id;

const loadRealtime = () => import('./realtime.ts');

/** Stops sharing the position of a driver who signed out. Loaded only if a driver was signed in. */
async function endSharing(): Promise<void> {
  const sharing = await import('#web/features/rides/position/sharing-store.ts').catch(() => null);
  sharing?.endSharing();
}

/**
 * Keeps one connection open while a user is signed in, on any page. Opens another one when the user changes,
 * and none for visitors. The socket's code is loaded when first needed, after the first paint, and retried
 * when that fails.
 *
 * @returns stops following the session
 */
export function keepRealtime(load = loadRealtime): () => void {
  let current = new AbortController();
  let waitMs = FIRST_WAIT_MS;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const stopWaiting = () => {
    clearTimeout(waiting);
    waiting = undefined;
  };

  const reopen = async () => {
    stopWaiting();
    current.abort();
    current = new AbortController();
    const { signal } = current;
    if (!userIds(useSessionStore.getState().session)) return;

    const realtime = await load().catch(() => null);
    if (realtime)
      realtime.openRealtime({ url: window.location.origin, signal, onRefused: reloadSessionSoon });
    else if (!signal.aborted) reloadSessionSoon();
  };

  // The delay lets a sign-in in progress finish first, which ends the old session and thereby the old
  // connection. The end of a session can arrive twice: as its event, and as the closed connection.
  const reloadSessionSoon = () => {
    if (waiting) return;
    waiting = setTimeout(reloadSession, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  };

  const reloadSession = async () => {
    stopWaiting();
    const { signal } = current;
    await loadSession();
    if (!signal.aborted) await reopen();
  };

  const stopBackoffReset = useConnectionStore.subscribe(({ state }) => {
    if (state === 'live') waitMs = FIRST_WAIT_MS;
  });
  const stopFollowing = useSessionStore.subscribe(({ session: now }, { session: before }) => {
    if (userIds(now) === userIds(before)) return;
    waitMs = FIRST_WAIT_MS;
    void reopen();
    // Clears only the data of the role that was signed out. The other roles may be in use, also in other
    // windows.
    const [isRiderGone, isDriverGone] = [hasLeft('rider', before, now), hasLeft('driver', before, now)];
    if (isRiderGone) forgetRidesOf('rider');
    if (isDriverGone) forgetRidesOf('driver');
    if (isRiderGone || hasLeft('staff', before, now)) forgetPositions();
    if (isDriverGone) void endSharing();
    setConnection('connecting');
  });
  // For a user who signed in before this code was loaded.
  void reopen();
  return () => {
    stopBackoffReset();
    stopFollowing();
  };
}
