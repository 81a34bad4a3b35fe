// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { resyncLists } from '#web/lib/active-lists.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { needsFastDetection } from '#web/lib/fast-detection.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { sent } from '#web/testing/serve-api.ts';
import {
  ACCEPT,
  acceptButton,
  accepted,
  DRIVER,
  forgetDashboard,
  newestToast,
  OFFERS,
  OWN,
  onDuty,
  openDashboard,
} from './testing/open-dashboard.tsx';

const user = userEvent.setup();

beforeEach(forgetDashboard);

test('the duty switch is saved on the server, and no offers are shown while off duty', async () => {
  const off = buildOwnDriver({ isOnDuty: false, serves: [] });
  const calls = await openDashboard('reconnecting', {
    [DRIVER]: [200, onDuty],
    'PUT /api/duty': ({ body }) => [200, Object(body).isOnDuty ? onDuty : off],
  });

  await user.click(await screen.findByRole('switch', { name: /^On duty since 3:55/ }));

  await screen.findByRole('heading', { name: "You're off duty" });
  expect(screen.queryByRole('button', { name: 'Accept Ride' })).toBeNull();
  expect(sent(calls, 'PUT /api/duty').at(-1)).toMatchObject({ isOnDuty: false });

  await user.click(screen.getByRole('button', { name: 'Go on duty' }));
  await acceptButton();
  expect(screen.getByText('For your Lux SUV')).toBeVisible();
});

test('a driver whose vehicles are all unavailable can open the list of them', async () => {
  await openDashboard('reconnecting', { [DRIVER]: [200, buildOwnDriver({ serves: [] })] });

  await user.click(await screen.findByRole('button', { name: 'My Vehicles' }));

  const dialog = await screen.findByRole('dialog', { name: 'My Vehicles' });
  expect(dialog).toHaveTextContent('Black Cadillac Escalade');
});

test('the duty card links to the Drive view and shows the next pickup and when to leave', async () => {
  const ride = buildDriverRide({ scheduledDate: '2031-11-20' });
  await openDashboard('reconnecting', { [DRIVER]: [200, onDuty], [OWN]: [200, [ride]] });

  expect((await screen.findByRole('link', { name: 'Drive view' })).getAttribute('href')).toBe(
    '/driver/drive',
  );
  expect((await screen.findByRole('link', { name: /^Next/ })).textContent).toContain('Leave by 6:15 PM');
  expect(screen.getByRole('article').textContent).toMatch(/Free all day/);
});

test('on duty the screen stays awake and dead connections are detected fast; off duty neither', async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ released: false, release }));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
  await openDashboard('live', {
    [DRIVER]: [200, onDuty],
    'PUT /api/duty': [200, buildOwnDriver({ isOnDuty: false, serves: [] })],
  });
  const duty = await screen.findByRole('switch', { name: /^On duty since 3:55/ });
  await waitFor(() => expect(request).toHaveBeenCalledExactlyOnceWith('screen'));
  expect(needsFastDetection()).toBe(true);

  await user.click(duty);

  await waitFor(() => expect(release).toHaveBeenCalled());
  expect(needsFastDetection()).toBe(false);
});

test('while the socket is down, the board says from when its requests are', async () => {
  await openDashboard('reconnecting');

  await acceptButton();

  expect(await screen.findByText(/^Requests below are from /)).toBeVisible();
});

const MAY_BE_DONE = ['No answer', 'We got no answer. It may have worked: please check before you try again.'];

test('an accept that times out says that it may have worked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await openDashboard('live', {
    [ACCEPT]: () => {
      vi.advanceTimersByTime(10_000);
      return new Promise(() => {});
    },
  });

  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(await acceptButton());

  await waitFor(() => expect(newestToast()).toEqual(MAY_BE_DONE));
});

test('an accept whose connection breaks says that it may have worked', async () => {
  await openDashboard('reconnecting');
  const button = await acceptButton();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

  await user.click(button);

  await waitFor(() => expect(newestToast()).toEqual(MAY_BE_DONE));
});

test.each([
  ['failed', 500, ['Error', 'Failed to accept ride']],
  [
    'may have worked although a proxy lost its reply',
    504,
    ['No answer', 'The server didn’t answer. Please try again.'],
  ],
])('an accept that %s is reported as that', async (_, status, toast) => {
  await openDashboard('live', { [ACCEPT]: [status, {}] });

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()).toEqual(toast));
});

test('an accept while offline says that it was not sent, and only a new press sends it once online', async () => {
  const calls = await openDashboard('reconnecting', { [ACCEPT]: [200, accepted] });
  const button = await acceptButton();
  const { fetch } = globalThis;
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

  await user.click(button);

  await waitFor(() => expect(newestToast()?.[0]).toBe('Not sent. No connection.'));
  const loads = sent(calls, OFFERS).length;
  vi.stubGlobal('fetch', fetch);
  online.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event('online'));
    setConnection('live');
    resyncLists();
  });
  await waitFor(() => expect(sent(calls, OFFERS).length).toBeGreaterThan(loads));
  expect(await screen.findByText('Live')).toBeVisible();
  expect(sent(calls, ACCEPT)).toEqual([]);

  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));
  expect(sent(calls, ACCEPT)).toHaveLength(1);
});
