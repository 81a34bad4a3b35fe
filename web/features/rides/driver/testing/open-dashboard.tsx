import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { cancelResync } from '#web/lib/active-lists.ts';
import { type Connection, setConnection } from '#web/lib/connection-store.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide, buildOffer, DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { receiveDriver } from '../../duty/driver-store.ts';
import { clearRides } from '../../store/ride-store.ts';
import { DriverDashboard } from '../driver-dashboard.tsx';
import { NO_FILTERS, setOfferFilters } from '../offer-filters.ts';

export const offer = buildOffer();
export const accepted = buildDriverRide({ ...offer, version: offer.version + 1 });
export const onDuty = buildOwnDriver();

/** The API calls of the dashboard. */
export const OFFERS = 'GET /api/rides/available/all';
export const OWN = `GET /api/rides/driver/${DRIVER_ID}`;
export const DRIVER = 'GET /api/driver';
export const ACCEPT = `PATCH /api/rides/${offer.id}/status`;

/**
 * Opens the dashboard with this connection state. The API lists one offer. It answers each call of the
 * dashboard, since one that fails makes all lists reload seconds later, in the middle of a slow test.
 */
export async function openDashboard(state: Connection, replies: ApiReplies = {}, address = '/driver') {
  setConnection(state);
  const calls = await answerApi({
    [OFFERS]: [200, [offer]],
    [OWN]: [200, []],
    [DRIVER]: [200, onDuty],
    ...replies,
  });
  render(
    <MemoryRouter initialEntries={[address]}>
      <DriverDashboard driverId={DRIVER_ID} renderVehicle={() => null} />
    </MemoryRouter>,
  );
  return calls;
}

export const acceptButton = () => screen.findByRole('button', { name: 'Accept Ride' });

/** Returns title and text of the newest toast. */
export const newestToast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.title, newest.description];
};

/** An audio context in a browser that does not allow sound. */
class SilentAudio {
  readonly state = 'suspended';
  async resume() {}
}

/**
 * Resets the stores, cancels a reload that the test before has scheduled, and mocks the APIs that jsdom lacks
 * for list animations and sounds. Called before each test.
 */
export function forgetDashboard(): void {
  cancelResync();
  clearRides();
  receiveDriver(null);
  setOfferFilters(NO_FILTERS);
  useToastStore.setState({ newest: null });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('AudioContext', SilentAudio);
}
