import { useEffect, useState } from 'react';
import { formatDollarString } from '#common/money.ts';
import type { Offer } from '#common/rides/ride.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { formatPickup } from '../ride-card/format-ride.ts';
import { shortRoute } from '../ride-card/short-place.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { setAlert, useAlertSettings } from './alert-settings.ts';
import { useArrivals } from './use-arrivals.ts';

// Browser notifications of new offers. The open page itself shows them, so they end when it is closed.

/**
 * State of notifications: `blocked` when permission was denied, `none` when the browser does not support them
 * for pages.
 */
type NotificationState = 'on' | 'off' | 'blocked' | 'none';

const permissionNow = (): NotificationPermission | null =>
  'Notification' in globalThis ? Notification.permission : null;

/** Returns the state of notifications, and a function that turns them on, asking for permission if needed. */
export function useNotificationState(): { state: NotificationState; turnOn: () => Promise<void> } {
  const { notifies } = useAlertSettings();
  const [permission, setPermission] = useState(permissionNow);

  // The user may have changed the permission in the browser meanwhile.
  useEffect(() => {
    const handleChange = () => setPermission(permissionNow());
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  }, []);

  const turnOn = async () => {
    const answer = await Notification.requestPermission();
    // Some browsers show notifications of installed apps only, and throw at this point.
    const isShown = answer === 'granted' && show({ title: 'Notifications are on', body: WHEN });
    setPermission(answer === 'granted' && !isShown ? null : answer);
    setAlert('notifies', Boolean(isShown));
  };
  return { state: stateOf(permission, notifies), turnOn };
}

function stateOf(permission: NotificationPermission | null, notifies: boolean): NotificationState {
  if (permission === null) return 'none';
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' && notifies ? 'on' : 'off';
}

/** Text of the sample notification. */
const WHEN = 'New requests look like this while the page is open but hidden.';

/** The notification shown now, with its offers. */
let shown: { notification: Notification; offerIds: readonly string[] } | null = null;

interface Shown {
  title: string;
  body: string;
  offerIds?: readonly string[];
}

/** Shows a notification, replacing the previous one. @returns false when the browser does not support it */
function show({ title, body, offerIds = [] }: Shown): boolean {
  try {
    const notification = new Notification(title, { body, tag: 'offers' });
    notification.onclick = () => {
      window.focus();
      withdraw();
    };
    shown = { notification, offerIds };
    return true;
  } catch {
    return false;
  }
}

function withdraw(): void {
  shown?.notification.close();
  shown = null;
}

/**
 * Notifies the driver of offers that arrive while the page is hidden. The notification is closed when the
 * page becomes visible or none of its offers is open.
 */
export function useOfferNotifications(posted: readonly PostedOffer[]): void {
  useArrivals(posted, (arrived) => {
    const { notifies } = useAlertSettings.getState();
    if (!document.hidden || !notifies || permissionNow() !== 'granted') return;
    show({ ...formatOffers(arrived, serverNow()), offerIds: arrived.map(({ id }) => id) });
  });

  useEffect(() => {
    const ids = shown?.offerIds ?? [];
    const isOpen = (id: string) => posted.some(({ offer, isTaken }) => offer.id === id && !isTaken);
    if (ids.length > 0 && !ids.some(isOpen)) withdraw();
  }, [posted]);

  useEffect(() => {
    const handleChange = () => !document.hidden && withdraw();
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  }, []);
}

/** Builds a notification: `New request, $130.32`, `Today, 6:30 PM PST, LAS to Bellagio`. */
function formatOffers(offers: readonly Offer[], now: Date): Shown {
  const [first] = offers;
  const lineOf = (offer: Offer): string => {
    const { day, time } = formatPickup(offer.scheduledDate, offer.scheduledTime, now);
    return `${day}, ${time}, ${shortRoute(offer)}`;
  };
  if (offers.length === 1 && first)
    return { title: `New request, ${formatDollarString(first.driverShare)}`, body: lineOf(first) };
  const pickup = ({ scheduledDate, scheduledTime }: Offer) => `${scheduledDate} ${scheduledTime}`;
  const soonestFirst = offers.toSorted((one, other) => pickup(one).localeCompare(pickup(other)));
  return { title: `${offers.length} new requests`, body: soonestFirst.map(lineOf).join('\n') };
}
