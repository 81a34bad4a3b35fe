import type { Session } from '#common/users/user.ts';
import { forgetPositions } from '#web/features/rides/position/position-store.ts';
import { forgetRidesOf } from '#web/features/rides/store/ride-store.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { noteConnection, useConnectionStore } from '#web/lib/connection-store.ts';

/** Waits before reading the session again, in milliseconds: longer each time the gateway refuses the connection anew, up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

const whoIs = ({ rider, driver, staff }: Session): string =>
  [rider, driver, staff].flatMap((user) => user?.id ?? []).join();

/** Whether who was signed in to a role is no more, or another one is. */
const hasLeft = (role: 'rider' | 'driver' | 'staff', before: Session, now: Session): boolean =>
  before[role] !== null && before[role].id !== now[role]?.id;

const loadRealtime = () => import('./realtime.ts');

/** A driver who signs out is seen no more; loaded only where a driver was signed in. */
async function endSharing(): Promise<void> {
  const sharing = await import('#web/features/rides/position/sharing-store.ts').catch(() => null);
  sharing?.endSharing();
}

/**
 * Keeps one connection open while somebody is signed in, on whatever page: another one when somebody else is, none for
 * visitors. Its code is loaded when first needed, which is after the first paint, and again later when that fails.
 * @returns ends that
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
    if (!whoIs(useSessionStore.getState().session)) return;

    const realtime = await load().catch(() => null);
    if (realtime)
      realtime.openRealtime({ url: window.location.origin, signal, onRefused: reloadSessionSoon });
    else if (!signal.aborted) reloadSessionSoon();
  };

  // Waiting lets a sign-in under way finish first: it ends the old session, and with it the old connection.
  // One end of a session may be told twice: by its event, and by the connection that closes.
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

  const stopCalming = useConnectionStore.subscribe(({ state }) => {
    if (state === 'live') waitMs = FIRST_WAIT_MS;
  });
  const stopFollowing = useSessionStore.subscribe(({ session: now }, { session: before }) => {
    if (whoIs(now) === whoIs(before)) return;
    waitMs = FIRST_WAIT_MS;
    void reopen();
    // Only what somebody had who has left empties the screen: the other roles may be at work, and sign in and out in other windows.
    const [isRiderGone, isDriverGone] = [hasLeft('rider', before, now), hasLeft('driver', before, now)];
    if (isRiderGone) forgetRidesOf('rider');
    if (isDriverGone) forgetRidesOf('driver');
    if (isRiderGone || hasLeft('staff', before, now)) forgetPositions();
    if (isDriverGone) void endSharing();
    noteConnection('connecting');
  });
  // Who was quicker than this code with the form for signing in.
  void reopen();
  return () => {
    stopCalming();
    stopFollowing();
  };
}
