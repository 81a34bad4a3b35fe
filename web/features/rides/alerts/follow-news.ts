import { type DriverRide, isRiderRide, type RiderEntry, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedRide } from '#common/rides/ride-events.ts';
import type { ToastContent } from '#web/components/ui/toast.ts';
import { resyncWith } from '#web/lib/active-lists.ts';
import { announce } from '#web/lib/announce.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { markTitle } from '#web/lib/title-mark.ts';
import { readRiderRides } from '../api/read-rider-rides.ts';
import { driverNews, type RideNews, removalNews, riderNews, summarizeNews } from './ride-news.ts';
import { isToastPending, type QueuedToast, queueToast } from './toast-queue.ts';

interface NewsOptions {
  /** The user of this window. Null for staff, whose console has its own notifications. */
  audience: () => { role: 'rider' | 'driver'; id: string } | null;
  signal: AbortSignal;
}

/** Message to the other windows of this browser: news that was shown, and whether its window has focus. */
interface NewsShown {
  role: 'rider' | 'driver';
  versions: readonly (readonly [rideId: string, version: number])[];
  isLookedAt: boolean;
}

const CHANNEL = 'ride-news';

/**
 * Notifies the rider or driver, on any page, of changes to their rides: by a toast, a polite announcement,
 * and an unread count in the title until the window has focus. Of several windows only the visible ones show
 * the toast. A window that becomes visible shows one toast for all news that no window has shown. So does a
 * rider's window after a reconnect, for what it missed.
 *
 * @returns the handlers for ride messages from the socket
 */
export function followNews({ audience, signal }: NewsOptions) {
  /** Highest version handled so far, by ride. */
  const seen = new Map<string, number>();
  const unread = new Set<string>();
  let waiting: readonly RideNews[] = [];
  /** The last news shown, by ride, with the turn of its toast. */
  const latest = new Map<string, { news: RideNews; turn: QueuedToast }>();
  let caughtUpAt: Date | null = null;
  const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

  /** Remembers a version as handled. @returns whether it is new */
  const note = (rideId: string, version: number): boolean => {
    const isNew = version > (seen.get(rideId) ?? 0);
    if (isNew) seen.set(rideId, version);
    return isNew;
  };

  const broadcastSeen = (versions: NewsShown['versions']) => {
    const role = audience()?.role;
    if (role) others?.postMessage({ role, versions, isLookedAt: document.hasFocus() } satisfies NewsShown);
  };

  const setUnread = (change: () => void) => {
    const before = unread.size;
    change();
    if (unread.size !== before) markTitle(unread.size);
  };

  const deliver = (news: readonly RideNews[]) => {
    if (news.length === 0) return;
    if (document.hidden) {
      const rideIds = new Set(news.map(({ rideId }) => rideId));
      waiting = [...waiting.filter(({ rideId }) => !rideIds.has(rideId)), ...news];
    } else show(news);
    if (document.hidden || !document.hasFocus())
      setUnread(() => {
        for (const { rideId } of news) unread.add(rideId);
      });
  };

  const show = (news: readonly RideNews[]) => {
    const elsewhere = news.filter((each) => !isShownOnPage(each));
    if (elsewhere.length > 0) {
      const { title, detail } = summarizeNews(elsewhere);
      announce(`${title}. ${detail}`);
      const turn = { content: () => toastOf(elsewhere) };
      for (const each of elsewhere) latest.set(each.rideId, { news: each, turn });
      queueToast(turn);
    }
    broadcastSeen(news.map(({ rideId, version }) => [rideId, version] as const));
  };

  /** Builds a toast of the news that is still the latest of its ride; null if none is. */
  const toastOf = (news: readonly RideNews[]): ToastContent | null => {
    const current = news.filter((each) => latest.get(each.rideId)?.news === each);
    if (signal.aborted || current.length === 0) return null;
    const { title, detail, to, label } = summarizeNews(current);
    const action = to === window.location.pathname ? undefined : { to, label };
    return { kind: 'news', title, description: detail, action };
  };

  const look = () => {
    if (document.hidden) return;
    const shown = waiting;
    waiting = [];
    if (shown.length > 0) show(shown);
    if (unread.size === 0 || !document.hasFocus()) return;
    broadcastSeen([...unread].map((rideId) => [rideId, seen.get(rideId) ?? 0] as const));
    setUnread(() => unread.clear());
  };

  others?.addEventListener('message', ({ data }: MessageEvent<NewsShown>) => {
    if (data.role !== audience()?.role) return;
    for (const [rideId, version] of data.versions) {
      note(rideId, version);
      waiting = waiting.filter((each) => each.rideId !== rideId || each.version > version);
    }
    if (data.isLookedAt)
      setUnread(() => {
        for (const [rideId] of data.versions) unread.delete(rideId);
      });
  });
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('focus', look, { signal });

  const receiveRides = (rides: readonly (RiderRide | DriverRide)[], since?: Date) =>
    deliver(rides.flatMap((ride) => newsOf(ride, since) ?? []));

  const newsOf = (ride: RiderRide | DriverRide, since?: Date): RideNews | null => {
    const who = audience();
    const isForRider = isRiderRide(ride);
    const isTheirs = isForRider
      ? who?.role === 'rider' && who.id === ride.riderId
      : who?.role === 'driver' && who.id === ride.driverId;
    // News still waiting is rebuilt to cover both its own changes and the later ones.
    const known = waiting.find(({ rideId }) => rideId === ride.id)?.since ?? seen.get(ride.id);
    if (!isTheirs || !note(ride.id, ride.version)) return null;
    const isSince = (version: number | undefined) => (entry: RiderEntry) => {
      if (version !== undefined) return entry.version > version;
      return since ? new Date(entry.at) > since : entry.version === ride.version;
    };
    if (!isForRider) return driverNews(ride, ride.history.filter(isSince(known)));
    const newsSince = (version: number | undefined) => riderNews(ride, ride.history.filter(isSince(version)));
    const news = newsSince(known);
    const lastShown = latest.get(ride.id);
    // While the previous toast is still waiting or visible, the new one covers its changes as well.
    return news && lastShown && isToastPending(lastShown.turn) ? newsSince(lastShown.news.since) : news;
  };

  /** Shows what was missed while disconnected. The first call has nothing to catch up on. */
  const catchUp = async (): Promise<boolean> => {
    const [since, who] = [caughtUpAt, audience()];
    caughtUpAt = serverNow();
    if (!since || who?.role !== 'rider') return true;
    try {
      const rides = await readRiderRides(who.id);
      if (!signal.aborted) receiveRides(rides, since);
      return true;
    } catch {
      caughtUpAt = since;
      return false;
    }
  };

  const stopCatchingUp = resyncWith(catchUp);
  signal.addEventListener('abort', () => {
    stopCatchingUp();
    others?.close();
    setUnread(() => unread.clear());
  });

  return {
    receiveRides: (rides: readonly (RiderRide | DriverRide)[]) => receiveRides(rides),
    receiveRemoved: (removed: readonly RemovedRide[]) => {
      if (audience()?.role !== 'driver') return;
      const fresh = removed.filter(({ id, version }) => note(id, version));
      deliver(fresh.flatMap((each) => removalNews(each) ?? []));
    },
  };
}

/** The driver pages that use `useLostRides` to show lost rides themselves. */
const LOST_RIDE_PAGES = ['/driver', '/driver-rides', '/driver/drive'];

/** Whether the current page shows the ride, including what happened to it. */
function isShownOnPage({ to, isUnsaid }: RideNews): boolean {
  const { pathname } = window.location;
  return !isUnsaid && (to.startsWith('/driver') ? LOST_RIDE_PAGES : [to, '/my-rides']).includes(pathname);
}
