import { type DriverRide, isRiderRide, type RiderEntry, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedRide } from '#common/rides/ride-events.ts';
import type { ToastContent } from '#web/components/ui/toast.ts';
import { resyncWith } from '#web/lib/active-lists.ts';
import { announce } from '#web/lib/announce.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { markTitle } from '#web/lib/title-mark.ts';
import { readRiderRides } from '../api/read-rider-rides.ts';
import { driverNews, type RideNews, removalNews, riderNews, summarizeNews } from './ride-news.ts';
import { isTurnOpen, type Turn, tell } from './toast-turns.ts';

interface NewsOptions {
  /** Whose news it is: who acts in this window. Null for the staff, whose console has its own. */
  audience: () => { role: 'rider' | 'driver'; id: string } | null;
  signal: AbortSignal;
}

/** What one window tells the others of this browser: news that it has shown, and whether somebody looked. */
interface Told {
  role: 'rider' | 'driver';
  versions: readonly (readonly [rideId: string, version: number])[];
  isLookedAt: boolean;
}

const CHANNEL = 'ride-news';

/**
 * Tells the rider or the driver of this window, on whatever page they are, what happens to their rides: by a toast, a polite
 * announcement, and a count in the title until they look. Of several windows only those in sight show the toast; one that
 * comes into sight shows what nobody has seen, as one toast. After a reconnect it catches up, as one toast too.
 *
 * @returns what to call with what the socket brings
 */
export function followNews({ audience, signal }: NewsOptions) {
  /** The last version that was told, or was no news, by ride. */
  const seen = new Map<string, number>();
  const unread = new Set<string>();
  let waiting: readonly RideNews[] = [];
  /** The last that was told, by ride, and its toast. */
  const latest = new Map<string, { news: RideNews; turn: Turn }>();
  let caughtUpAt: Date | null = null;
  const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

  /** @returns whether it was not known */
  const note = (rideId: string, version: number): boolean => {
    const isNew = version > (seen.get(rideId) ?? 0);
    if (isNew) seen.set(rideId, version);
    return isNew;
  };

  const tellOthers = (versions: Told['versions']) => {
    const role = audience()?.role;
    if (role) others?.postMessage({ role, versions, isLookedAt: document.hasFocus() } satisfies Told);
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
    const elsewhere = news.filter((each) => !isSaidOnPage(each));
    if (elsewhere.length > 0) {
      const { title, detail } = summarizeNews(elsewhere);
      announce(`${title}. ${detail}`);
      const turn = { content: () => toastOf(elsewhere) };
      for (const each of elsewhere) latest.set(each.rideId, { news: each, turn });
      tell(turn);
    }
    tellOthers(news.map(({ rideId, version }) => [rideId, version] as const));
  };

  /** The toast of the news that is still the latest of its ride; null if none is. */
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
    tellOthers([...unread].map((rideId) => [rideId, seen.get(rideId) ?? 0] as const));
    setUnread(() => unread.clear());
  };

  others?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
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
    // News still waiting is composed again, from its own changes and the later ones.
    const known = waiting.find(({ rideId }) => rideId === ride.id)?.since ?? seen.get(ride.id);
    if (!isTheirs || !note(ride.id, ride.version)) return null;
    const isSince = (version: number | undefined) => (entry: RiderEntry) => {
      if (version !== undefined) return entry.version > version;
      return since ? new Date(entry.at) > since : entry.version === ride.version;
    };
    if (!isForRider) return driverNews(ride, ride.history.filter(isSince(known)));
    const newsSince = (version: number | undefined) => riderNews(ride, ride.history.filter(isSince(version)));
    const news = newsSince(known);
    const told = latest.get(ride.id);
    // So is news whose toast is still to be read, once there is more.
    return news && told && isTurnOpen(told.turn) ? newsSince(told.news.since) : news;
  };

  /** What was missed while there was no connection; the first time nothing can have been. */
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

/** The pages that tell a driver what they lose: those with `useLostRides`. */
const LOST_RIDE_PAGES = ['/driver', '/driver-rides', '/driver/drive'];

/** Whether the page in sight shows the ride, and says by itself what happened to it. */
function isSaidOnPage({ to, isUnsaid }: RideNews): boolean {
  const { pathname } = window.location;
  return !isUnsaid && (to.startsWith('/driver') ? LOST_RIDE_PAGES : [to, '/my-rides']).includes(pathname);
}
