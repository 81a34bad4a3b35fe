import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { pickupOf } from '../planned-time.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { useRideStore } from '../store/ride-store.ts';
import { LONGEST_TIMER_MS } from './use-contact-windows.ts';

/**
 * Removes each offer from the board when it can no longer be accepted, by the server's clock, because its
 * cancellation may come later. An offer that is late already when it comes stays: the server still lists it.
 * @returns a function that stops this
 */
export function dropLateOffers(): () => void {
  /** The ids of the offers to drop once they are late. */
  let watched: ReadonlySet<string> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    clearTimeout(timer);
    const nowMs = serverNow().getTime();
    const posted = useRideStore
      .getState()
      .offers.posted.map((each) => ({ ...each, id: each.offer.id, endMs: acceptableUntilMs(each) }));
    const late = posted.filter(({ id, endMs }) => endMs <= nowMs && watched.has(id));
    // The reply to an accept in flight decides who got the ride.
    const dropped = new Set(late.flatMap(({ id, isAccepting }) => (isAccepting ? [] : id)));
    const open = posted.filter(({ endMs }) => endMs > nowMs);
    watched = new Set([...open, ...late].map(({ id }) => id).filter((id) => !dropped.has(id)));
    if (open.length > 0) {
      const waitMs = Math.min(...open.map(({ endMs }) => endMs - nowMs));
      timer = setTimeout(check, Math.min(waitMs, LONGEST_TIMER_MS));
    }
    if (dropped.size > 0) drop(dropped);
  };

  check();
  const unsubscribe = useRideStore.subscribe((now, before) => {
    if (now.offers.posted !== before.offers.posted) check();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

const acceptableUntilMs = ({ offer }: PostedOffer): number => pickupOf(offer).getTime() + LATE_ACCEPT_MS;

/** Without tombstones, so that an offer dropped by a wrong clock returns with the next snapshot. */
const drop = (ids: ReadonlySet<string>): void =>
  useRideStore.setState(({ offers }) => ({
    offers: { ...offers, posted: offers.posted.filter(({ offer }) => !ids.has(offer.id)) },
  }));
