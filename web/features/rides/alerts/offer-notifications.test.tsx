// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildOffer, NOW } from '#web/testing/build-ride.ts';
import {
  beginOffers,
  clearRides,
  receiveOffers,
  receiveRemovedOffers,
  useRideStore,
} from '../store/ride-store.ts';
import { setAlert } from './alert-settings.ts';
import { OfferSwitches } from './offer-alerts.tsx';
import { useOfferNotifications } from './offer-notifications.ts';

/** A fake of the Notification API, which jsdom lacks. */
class DeviceNotification {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static shows: DeviceNotification[] = [];
  static isForAppsOnly = false;
  static async requestPermission() {
    DeviceNotification.permission = DeviceNotification.answer;
    return DeviceNotification.permission;
  }

  onclick: (() => void) | null = null;
  readonly words: string;
  constructor(title: string, { body }: NotificationOptions) {
    if (DeviceNotification.isForAppsOnly) throw new TypeError('Illegal constructor.');
    this.words = `${title}: ${body}`;
    DeviceNotification.shows = [this];
  }
  close() {
    DeviceNotification.shows = DeviceNotification.shows.filter((each) => each !== this);
  }
}

const shown = () => DeviceNotification.shows.map(({ words }) => words);

function Board() {
  useOfferNotifications(useRideStore(({ offers }) => offers.posted));
  return <OfferSwitches />;
}

const look = (isHidden: boolean) =>
  act(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  });

const turnOn = () => userEvent.click(screen.getByRole('button', { name: 'Turn on' }));

beforeEach(() => {
  clearRides();
  receiveOffers([], beginOffers());
  setAlert('notifies', false);
  Object.assign(DeviceNotification, {
    permission: 'default',
    answer: 'granted',
    shows: [],
    isForAppsOnly: false,
  });
  vi.stubGlobal('Notification', DeviceNotification);
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'suspended';
      async resume() {}
    },
  );
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
});

test('with notifications on, requests that arrive while the page is hidden notify until it is visible', async () => {
  render(<Board />);
  expect(screen.getByText('Get notified of new requests while this page is open but hidden.')).toBeVisible();
  await turnOn();
  expect(shown()).toEqual([
    'Notifications are on: New requests look like this while the page is open but hidden.',
  ]);
  look(false);
  const [first, second] = [buildOffer(), buildOffer({ scheduledTime: '19:00' })];

  act(() => receiveOffers([first]));
  expect(shown()).toEqual([]);
  look(true);
  act(() => receiveOffers([second]));
  expect(shown()).toEqual(['New request, $109.38: Today, 7:00 PM PST, LAS to Bellagio']);
  look(false);
  expect(shown()).toEqual([]);
});

test('several requests share one notification, which closes when all of them are gone', async () => {
  render(<Board />);
  await turnOn();
  look(true);
  const [first, second] = [buildOffer(), buildOffer({ scheduledTime: '19:00' })];
  act(() => receiveOffers([first, second]));
  expect(shown()).toEqual([
    '2 new requests: Today, 6:30 PM PST, LAS to Bellagio\nToday, 7:00 PM PST, LAS to Bellagio',
  ]);

  act(() => receiveRemovedOffers([{ id: first.id, version: 3, reason: 'accepted' }]));
  expect(shown()).toHaveLength(1);
  act(() => receiveRemovedOffers([{ id: second.id, version: 3, reason: 'accepted' }]));
  expect(shown()).toEqual([]);
});

test('switching notifications off stops them, and turning them on again needs no second permission', async () => {
  render(<Board />);
  await turnOn();
  look(false);
  await userEvent.click(screen.getByRole('switch', { name: 'Notify while hidden' }));
  look(true);
  act(() => receiveOffers([buildOffer()]));
  expect(shown()).toEqual([]);

  await turnOn();
  expect(screen.getByRole('switch', { name: 'Notify while hidden' })).toBeChecked();
});

test('blocked notifications show how to allow them; where pages cannot show any, they are not offered', async () => {
  DeviceNotification.answer = 'denied';
  const { unmount } = render(<Board />);
  await turnOn();
  expect(screen.getByText('Notifications are blocked. Allow them in your browser.')).toBeVisible();
  unmount();

  Object.assign(DeviceNotification, { permission: 'default', answer: 'granted', isForAppsOnly: true });
  render(<Board />);
  await turnOn();
  expect(screen.queryByText(/Notif/)).toBeNull();
});
