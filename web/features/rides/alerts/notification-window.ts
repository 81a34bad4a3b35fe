import type { ToastContent } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { markTitle } from '#web/lib/title-mark.ts';
import { type RideNotification, summarizeNotifications } from './ride-notifications.ts';
import { type QueuedToast, queueToast } from './toast-queue.ts';

export interface NotificationWindowOptions {
  /** The user of this window. Null for staff, whose console has its own notifications. */
  audience: () => { role: 'rider' | 'driver'; id: string } | null;
  signal: AbortSignal;
}

/** The notifications that this window has shown, and those it has yet to show. */
export interface NotificationWindow extends NotificationWindowOptions {
  /** Highest version handled so far, by ride. */
  seen: Map<string, number>;
  /** Rides with notifications while the window had no focus. */
  unread: Set<string>;
  /** Notifications to show once the window is visible. */
  waiting: readonly RideNotification[];
  /** The last notification shown, by ride, with the turn of its toast. */
  latest: Map<string, { notification: RideNotification; turn: QueuedToast }>;
  /** The other windows of this browser. */
  others: BroadcastChannel | null;
}

/** Message to the other windows of this browser: what was shown, and whether its window has focus. */
interface ShownMessage {
  role: 'rider' | 'driver';
  versions: readonly (readonly [rideId: string, version: number])[];
  isLookedAt: boolean;
}

const CHANNEL = 'ride-notifications';

/**
 * Starts to share with the browser's other windows what was shown, and to show waiting notifications once
 * visible.
 */
export function openNotificationWindow(options: NotificationWindowOptions): NotificationWindow {
  const own: NotificationWindow = {
    ...options,
    seen: new Map(),
    unread: new Set(),
    waiting: [],
    latest: new Map(),
    others: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL),
  };
  const { signal } = options;
  own.others?.addEventListener('message', ({ data }: MessageEvent<ShownMessage>) => recordShown(own, data));
  const look = () => showWaiting(own);
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('focus', look, { signal });
  return own;
}

export function closeNotificationWindow(own: NotificationWindow): void {
  own.others?.close();
  setUnread(own, () => own.unread.clear());
}

/** Remembers a version as handled. @returns whether it is new */
export function recordVersion({ seen }: NotificationWindow, rideId: string, version: number): boolean {
  const isNew = version > (seen.get(rideId) ?? 0);
  if (isNew) seen.set(rideId, version);
  return isNew;
}

/** Shows notifications, or keeps them until the window is visible. Without focus, they count as unread. */
export function deliver(own: NotificationWindow, notifications: readonly RideNotification[]): void {
  if (notifications.length === 0) return;
  if (document.hidden) {
    const rideIds = new Set(notifications.map(({ rideId }) => rideId));
    own.waiting = [...own.waiting.filter(({ rideId }) => !rideIds.has(rideId)), ...notifications];
  } else show(own, notifications);
  if (document.hidden || !document.hasFocus())
    setUnread(own, () => {
      for (const { rideId } of notifications) own.unread.add(rideId);
    });
}

/** Drops a ride's notification that is still waiting or queued, because the ride no longer needs one. */
export function withdraw(own: NotificationWindow, rideId: string): void {
  own.waiting = own.waiting.filter((each) => each.rideId !== rideId);
  own.latest.delete(rideId);
}

function show(own: NotificationWindow, notifications: readonly RideNotification[]): void {
  const elsewhere = notifications.filter((each) => !isShownOnPage(each));
  if (elsewhere.length > 0) {
    const { title, detail } = summarizeNotifications(elsewhere);
    announce(`${title}. ${detail}`);
    const turn = { content: () => toastOf(own, elsewhere) };
    for (const each of elsewhere) own.latest.set(each.rideId, { notification: each, turn });
    queueToast(turn);
  }
  broadcastSeen(
    own,
    notifications.map(({ rideId, version }) => [rideId, version] as const),
  );
}

/** Builds a toast of the notifications that are still the latest of their rides; null if none is. */
function toastOf(
  { latest, signal }: NotificationWindow,
  notifications: readonly RideNotification[],
): ToastContent | null {
  const current = notifications.filter((each) => latest.get(each.rideId)?.notification === each);
  if (signal.aborted || current.length === 0) return null;
  const { title, detail, to, label } = summarizeNotifications(current);
  const action = to === window.location.pathname ? undefined : { to, label };
  return { kind: 'notification', title, description: detail, action };
}

/** Shows the waiting notifications of a visible window. With focus, nothing is unread any more. */
function showWaiting(own: NotificationWindow): void {
  if (document.hidden) return;
  const { waiting, unread, seen } = own;
  own.waiting = [];
  if (waiting.length > 0) show(own, waiting);
  if (unread.size === 0 || !document.hasFocus()) return;
  broadcastSeen(
    own,
    [...unread].map((rideId) => [rideId, seen.get(rideId) ?? 0] as const),
  );
  setUnread(own, () => unread.clear());
}

function broadcastSeen({ audience, others }: NotificationWindow, versions: ShownMessage['versions']): void {
  const role = audience()?.role;
  if (role) others?.postMessage({ role, versions, isLookedAt: document.hasFocus() } satisfies ShownMessage);
}

/** Records what another window of the same role has shown. */
function recordShown(own: NotificationWindow, { role, versions, isLookedAt }: ShownMessage): void {
  if (role !== own.audience()?.role) return;
  for (const [rideId, version] of versions) {
    recordVersion(own, rideId, version);
    own.waiting = own.waiting.filter((each) => each.rideId !== rideId || each.version > version);
  }
  if (isLookedAt)
    setUnread(own, () => {
      for (const [rideId] of versions) own.unread.delete(rideId);
    });
}

/** Changes the unread rides, and the count in the title with them. */
function setUnread({ unread }: NotificationWindow, change: () => void): void {
  const before = unread.size;
  change();
  if (unread.size !== before) markTitle(unread.size);
}

/** The driver pages that use `useLostRides` to show lost rides themselves. */
const LOST_RIDE_PAGES = ['/driver', '/driver-rides', '/driver/drive'];

/** Whether the current page shows the ride, including what happened to it. */
function isShownOnPage({ to, isMissingFromPages }: RideNotification): boolean {
  const { pathname } = window.location;
  return (
    !isMissingFromPages && (to.startsWith('/driver') ? LOST_RIDE_PAGES : [to, '/my-rides']).includes(pathname)
  );
}
