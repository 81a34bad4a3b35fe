import type { ToastContent } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { markTitle } from '#web/lib/title-mark.ts';
import { type RideNews, summarizeNews } from './ride-news.ts';
import { type QueuedToast, queueToast } from './toast-queue.ts';

export interface NewsOptions {
  /** The user of this window. Null for staff, whose console has its own notifications. */
  audience: () => { role: 'rider' | 'driver'; id: string } | null;
  signal: AbortSignal;
}

/** The news that this window has shown, and those it has yet to show. */
export interface NewsWindow extends NewsOptions {
  /** Highest version handled so far, by ride. */
  seen: Map<string, number>;
  /** Rides with news while the window had no focus. */
  unread: Set<string>;
  /** News to show once the window is visible. */
  waiting: readonly RideNews[];
  /** The last news shown, by ride, with the turn of its toast. */
  latest: Map<string, { news: RideNews; turn: QueuedToast }>;
  /** The other windows of this browser. */
  others: BroadcastChannel | null;
}

/** Message to the other windows of this browser: news that was shown, and whether its window has focus. */
interface NewsShown {
  role: 'rider' | 'driver';
  versions: readonly (readonly [rideId: string, version: number])[];
  isLookedAt: boolean;
}

const CHANNEL = 'ride-news';

/** Starts to share with the browser's other windows what was shown, and to show waiting news once visible. */
export function openNewsWindow(options: NewsOptions): NewsWindow {
  const own: NewsWindow = {
    ...options,
    seen: new Map(),
    unread: new Set(),
    waiting: [],
    latest: new Map(),
    others: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL),
  };
  const { signal } = options;
  own.others?.addEventListener('message', ({ data }: MessageEvent<NewsShown>) => noteShown(own, data));
  const look = () => showWaiting(own);
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('focus', look, { signal });
  return own;
}

export function closeNewsWindow(own: NewsWindow): void {
  own.others?.close();
  setUnread(own, () => own.unread.clear());
}

/** Remembers a version as handled. @returns whether it is new */
export function noteVersion({ seen }: NewsWindow, rideId: string, version: number): boolean {
  const isNew = version > (seen.get(rideId) ?? 0);
  if (isNew) seen.set(rideId, version);
  return isNew;
}

/** Shows news, or keeps them until the window is visible. Without focus, they count as unread. */
export function deliver(own: NewsWindow, news: readonly RideNews[]): void {
  if (news.length === 0) return;
  if (document.hidden) {
    const rideIds = new Set(news.map(({ rideId }) => rideId));
    own.waiting = [...own.waiting.filter(({ rideId }) => !rideIds.has(rideId)), ...news];
  } else show(own, news);
  if (document.hidden || !document.hasFocus())
    setUnread(own, () => {
      for (const { rideId } of news) own.unread.add(rideId);
    });
}

function show(own: NewsWindow, news: readonly RideNews[]): void {
  const elsewhere = news.filter((each) => !isShownOnPage(each));
  if (elsewhere.length > 0) {
    const { title, detail } = summarizeNews(elsewhere);
    announce(`${title}. ${detail}`);
    const turn = { content: () => toastOf(own, elsewhere) };
    for (const each of elsewhere) own.latest.set(each.rideId, { news: each, turn });
    queueToast(turn);
  }
  broadcastSeen(
    own,
    news.map(({ rideId, version }) => [rideId, version] as const),
  );
}

/** Builds a toast of the news that is still the latest of its ride; null if none is. */
function toastOf({ latest, signal }: NewsWindow, news: readonly RideNews[]): ToastContent | null {
  const current = news.filter((each) => latest.get(each.rideId)?.news === each);
  if (signal.aborted || current.length === 0) return null;
  const { title, detail, to, label } = summarizeNews(current);
  const action = to === window.location.pathname ? undefined : { to, label };
  return { kind: 'news', title, description: detail, action };
}

/** Shows the waiting news of a visible window. With focus, nothing is unread any more. */
function showWaiting(own: NewsWindow): void {
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

function broadcastSeen({ audience, others }: NewsWindow, versions: NewsShown['versions']): void {
  const role = audience()?.role;
  if (role) others?.postMessage({ role, versions, isLookedAt: document.hasFocus() } satisfies NewsShown);
}

/** Notes what another window of the same role has shown. */
function noteShown(own: NewsWindow, { role, versions, isLookedAt }: NewsShown): void {
  if (role !== own.audience()?.role) return;
  for (const [rideId, version] of versions) {
    noteVersion(own, rideId, version);
    own.waiting = own.waiting.filter((each) => each.rideId !== rideId || each.version > version);
  }
  if (isLookedAt)
    setUnread(own, () => {
      for (const [rideId] of versions) own.unread.delete(rideId);
    });
}

/** Changes the unread rides, and the count in the title with them. */
function setUnread({ unread }: NewsWindow, change: () => void): void {
  const before = unread.size;
  change();
  if (unread.size !== before) markTitle(unread.size);
}

/** The driver pages that use `useLostRides` to show lost rides themselves. */
const LOST_RIDE_PAGES = ['/driver', '/driver-rides', '/driver/drive'];

/** Whether the current page shows the ride, including what happened to it. */
function isShownOnPage({ to, isUnsaid }: RideNews): boolean {
  const { pathname } = window.location;
  return !isUnsaid && (to.startsWith('/driver') ? LOST_RIDE_PAGES : [to, '/my-rides']).includes(pathname);
}
