// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '#web/lib/connection-store.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { endSharing } from '../position/sharing-store.ts';
import { clearRides, receiveRides } from '../store/ride-store.ts';
import { DriveView } from './drive-view.tsx';

const ride = buildDriverRide({
  status: 'accepted',
  scheduledDate: '2031-11-20',
  enRouteAt: '2031-11-21T00:12:00.000Z',
});
const user = userEvent.setup();
const geolocation = { watchPosition: vi.fn(() => 7), clearWatch: vi.fn(), getCurrentPosition: vi.fn() };

async function openDriveView(): Promise<void> {
  await answerApi({
    'GET /api/rides/available/all': [200, []],
    'GET /api/driver': [200, buildOwnDriver()],
    [`GET /api/rides/driver/${DRIVER_ID}`]: [200, [ride]],
  });
  render(
    <MemoryRouter>
      <main id="main" tabIndex={-1}>
        <DriveView driverId={DRIVER_ID} onLeave={vi.fn()} />
      </main>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  endSharing();
  clearRides();
  localStorage.clear();
  vi.clearAllMocks();
  setConnection('live');
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation }));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'suspended';
      async resume() {}
    },
  );
});

test('location sharing is started and stopped in the Drive view, and ends with the ride', async () => {
  await openDriveView();
  await user.click(await screen.findByRole('button', { name: 'Let Alex see you' }));
  expect(geolocation.watchPosition).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Share my position' }));
  expect(geolocation.watchPosition).toHaveBeenCalledOnce();

  await user.click(screen.getByRole('button', { name: 'Alex sees you' }));
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
  expect(geolocation.clearWatch).toHaveBeenCalledOnce();

  await user.click(screen.getByRole('button', { name: 'Let Alex see you' }));
  await user.click(screen.getByRole('button', { name: 'Share my position' }));
  geolocation.clearWatch.mockClear();
  act(() => receiveRides([{ ...ride, version: ride.version + 1, status: 'completed' }]));
  await waitFor(() => expect(geolocation.clearWatch).toHaveBeenCalledOnce());
});

test('a driver who agreed before shares the location on the next ride without being asked', async () => {
  localStorage.setItem('position-agreed', DRIVER_ID);
  await openDriveView();

  expect(await screen.findByRole('button', { name: 'Alex sees you' })).toBeVisible();
  expect(geolocation.watchPosition).toHaveBeenCalledOnce();
});
