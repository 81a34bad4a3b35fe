import { useEffect, useRef } from 'react';
import { Switch } from '#web/components/ui/switch.tsx';
import { announce } from '#web/lib/announce.ts';
import { playSound, useSound } from '#web/lib/play-alert.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { useRideStore } from '../store/ride-store.ts';
import { setAlert, useAlertSettings } from './alert-settings.ts';
import { offerAnnouncement } from './announce-changes.ts';

/** How new offers alert the driver: sound, and their number in the tab's title. */
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
    </div>
  );
}

/** Announces offers that arrive to screen readers, with a sound unless that is switched off. */
export function useOfferAlerts(posted: readonly PostedOffer[]): void {
  const seen = useRef<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const arrived = posted.filter(({ offer, isNew }) => isNew && !seen.current.has(offer.id));
    seen.current = new Set(posted.map(({ offer }) => offer.id));
    const announcement = offerAnnouncement(arrived.map(({ offer }) => offer));
    if (!announcement) return;
    announce(announcement);
    const { rings, volume } = useAlertSettings.getState();
    if (rings) playSound('new', volume);
  }, [posted]);
}

/** What the driver's dashboard is called. */
export const DASHBOARD_TITLE = 'Available Ride Requests';

/** The dashboard's title for the tab, with the number of open requests unless that is switched off: `(3) Available …`. */
export function useDashboardTitle(): string {
  const counts = useAlertSettings((settings) => settings.counts);
  const openCount = useRideStore(({ offers }) => offers.posted.filter(({ isTaken }) => !isTaken).length);
  return counts && openCount > 0 ? `(${openCount}) ${DASHBOARD_TITLE}` : DASHBOARD_TITLE;
}
