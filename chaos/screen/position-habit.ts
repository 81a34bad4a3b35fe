import { isUnderWay } from '#common/rides/position.ts';
import { connectDevice } from '#common/rides/position-api.ts';
import { useRideStore } from '#web/features/rides/store/ride-store.ts';
import { call } from '#web/lib/call.ts';
import { sendPosition } from '#web/lib/position-channel.ts';
import { post } from './messages.ts';
import { type Habit, retry } from './person.ts';
import { fetchAsApp } from './stand-in-browser.ts';

/** Average pause between two positions, in milliseconds. A server accepts about one a second per driver. */
const PAUSE_MS = 450;

/** Timeout of the app for sending a position, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Sends a driver's positions, each with unique coordinates: alternately from the page, only while a ride is
 * under way, and from an app in Traccar's format, all the time.
 *
 * @param site origin of the site
 */
export function positionHabit({ site, random }: { site: string; random: () => number }): Habit {
  let token: string | null = null;
  let isApp = false;

  async function sendByApp(lat: number, lng: number): Promise<void> {
    token ??= (await retry(() => call(connectDevice))).deviceId;
    const query = new URLSearchParams({ id: `${token}`, lat: `${lat}`, lon: `${lng}`, accuracy: '8' });
    const given = AbortSignal.timeout(PATIENCE_MS);
    // A failure is ignored, because the next position follows soon.
    await fetchAsApp(`${site}/api/positions?${query}`, { method: 'POST', signal: given }).catch(() => {});
  }

  return {
    pauseMs: () => PAUSE_MS * (0.8 + 0.4 * random()),
    async act() {
      isApp = !isApp;
      // Within a kilometre of the last position, so that it is not rejected as too fast.
      const [lat, lng] = [36.11 + random() * 0.004, -115.174 + random() * 0.004];
      const isOnTheRoad = Object.values(useRideStore.getState().driverRides.rides).some(isUnderWay);
      if (!isApp && !isOnTheRoad) return;
      post({ sentPosition: { at: Date.now(), lat, lng } });
      if (isApp) await sendByApp(lat, lng);
      else sendPosition({ lat, lng, accuracy: 8 });
    },
  };
}
