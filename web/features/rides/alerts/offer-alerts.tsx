import { Switch } from '#web/components/ui/switch.tsx';
import { announce } from '#web/lib/announce.ts';
import { playSound, useSound } from '#web/lib/play-alert.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { useRideStore } from '../store/ride-store.ts';
import { setAlert, useAlertSettings } from './alert-settings.ts';
import { offerAnnouncement } from './announce-changes.ts';
import { useNotificationState, useOfferNotifications } from './offer-notifications.ts';
import { useArrivals } from './use-arrivals.ts';

/** Settings for alerts about new offers: sound, count in the tab's title, and notifications. */
export function OfferSwitches() {
  const { rings, counts } = useAlertSettings();
  const isSoundAllowed = useSound();

  return (
    <div className="flex flex-wrap items-center gap-x-7">
      {rings && !isSoundAllowed && (
        <p className="text-12 text-ink-2 max-sm:order-last max-sm:w-full">
          Click or tap anywhere to turn the sound on.
        </p>
      )}
      <Switch isOn={rings} onChange={(isOn) => setAlert('rings', isOn)}>
        <span>
          Ring<span className="max-sm:sr-only"> for new offers</span>
        </span>
      </Switch>
      <Switch isOn={counts} onChange={(isOn) => setAlert('counts', isOn)}>
        Count in tab title
      </Switch>
      <Notifications />
    </div>
  );
}

/** Explains browser notifications and turns them on or off. Renders nothing in a browser without them. */
function Notifications() {
  const { state, turnOn } = useNotificationState();
  if (state === 'none') return null;
  if (state === 'on')
    return (
      <Switch isOn onChange={() => setAlert('notifies', false)}>
        Notify while hidden
      </Switch>
    );
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-4 text-14 max-sm:w-full">
      <span className="text-ink-2">
        {state === 'blocked'
          ? 'Notifications are blocked. Allow them in your browser.'
          : 'Get notified of new requests while this page is open but hidden.'}
      </span>
      {state === 'off' && (
        <button
          type="button"
          className="min-h-11 font-semibold text-gold-ink hover:underline"
          onClick={turnOn}
        >
          Turn on
        </button>
      )}
    </p>
  );
}

/**
 * Alerts the driver of new offers: an announcement to screen readers and, unless switched off, a sound and a
 * notification.
 */
export function useOfferAlerts(posted: readonly PostedOffer[]): void {
  useOfferNotifications(posted);
  useArrivals(posted, (arrived) => {
    const announcement = offerAnnouncement(arrived);
    if (announcement) announce(announcement);
    const { rings, volume } = useAlertSettings.getState();
    if (rings) playSound('new', volume);
  });
}

/** Title of the driver's dashboard. */
export const DASHBOARD_TITLE = 'Available Ride Requests';

/**
 * Returns the dashboard's tab title, with the number of open requests unless switched off: `(3) Available …`.
 */
export function useDashboardTitle(): string {
  const counts = useAlertSettings((settings) => settings.counts);
  const openCount = useRideStore(({ offers }) => offers.posted.filter(({ isTaken }) => !isTaken).length);
  return counts && openCount > 0 ? `(${openCount}) ${DASHBOARD_TITLE}` : DASHBOARD_TITLE;
}
