import { useAlertSettings } from './alert-settings.ts';
import { useRideStore } from './ride-store.ts';

/** What the driver's dashboard is called. */
export const DASHBOARD_TITLE = 'Available Ride Requests';

/** The dashboard's title for the tab, with the number of open requests in front if the driver wants it: `(3) Available …`. */
export function useDashboardTitle(): string {
  const counts = useAlertSettings((settings) => settings.counts);
  const openCount = useRideStore(({ offers }) => offers.posted.filter(({ isTaken }) => !isTaken).length);
  return counts && openCount > 0 ? `(${openCount}) ${DASHBOARD_TITLE}` : DASHBOARD_TITLE;
}
