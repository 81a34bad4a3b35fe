// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { receiveOffers, receiveRides, useRideStore } from '../store/ride-store.ts';
import { DriverDashboard } from './driver-dashboard.tsx';
import {
  ACCEPT,
  acceptButton,
  accepted,
  forgetDashboard,
  newestToast,
  OFFERS,
  OWN,
  offer,
  openDashboard,
} from './testing/open-dashboard.tsx';

const user = userEvent.setup();

beforeEach(forgetDashboard);

test.each(['live', 'connecting', 'reconnecting'] as const)(
  'an offer is accepted by REST while the socket is %s, and leaves the board with the reply',
  async (state) => {
    const calls = await openDashboard(state, { [ACCEPT]: [200, accepted] });

    await user.click(await acceptButton());

    await screen.findByText('No rides available');
    expect(newestToast()).toEqual(['Ride accepted!', 'Head to the pickup location']);
    expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ status: 'accepted', driverId: DRIVER_ID });
    act(() => receiveOffers([offer]));
    expect(screen.queryByRole('button', { name: 'Accept Ride' })).toBeNull();
  },
);

test('an offer leaves an open board by itself when it can no longer be accepted', async () => {
  const now = Date.parse('2026-11-20T18:59-08:00');
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true, now });
  onTestFinished(() => void vi.useRealTimers());
  await openDashboard('live');
  await acceptButton();

  act(() => vi.advanceTimersByTime(60_000));

  expect(await screen.findByText('No rides available')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept Ride' })).toBeNull();
});

const GIVE_BACK = `POST /api/rides/${offer.id}/give-back`;

/** Returns the titles of the toasts shown from now on, oldest first. */
function recordToasts(): string[] {
  const titles: string[] = [];
  onTestFinished(useToastStore.subscribe(({ newest }) => void (newest && titles.push(newest.title))));
  return titles;
}

async function acceptAndUndo(replies: ApiReplies) {
  const calls = await openDashboard('live', { [ACCEPT]: [200, accepted], ...replies });
  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));
  const action = useToastStore.getState().newest?.action;
  if (!action || !('onPress' in action)) throw new Error('There is nothing to undo with.');
  expect(action.label).toBe('Undo');
  act(action.onPress);
  return calls;
}

test('undoing an accept gives the ride back, says so in its only toast, and reopens the offer', async () => {
  const titles = recordToasts();
  const calls = await acceptAndUndo({
    [GIVE_BACK]: [200, { id: offer.id, version: accepted.version + 1, reason: 'given_back' }],
  });

  await waitFor(() =>
    expect(newestToast()).toEqual(['Ride given back', 'It is open to other drivers again.']),
  );
  expect(sent(calls, GIVE_BACK).at(-1)).toMatchObject({ reason: 'Undone' });
  // A toast that waits for its turn would follow now.
  act(() => useToastStore.setState({ newest: null }));
  expect(titles).toEqual(['Ride accepted!', 'Ride given back']);
  act(() => receiveOffers([{ ...offer, version: accepted.version + 1 }]));
  expect(await acceptButton()).toBeVisible();
});

/** Lets `ms` pass before a reply arrives. */
function afterMs<Reply>(ms: number, reply: Reply): () => Reply {
  return () => {
    vi.setSystemTime(Date.now() + ms);
    return reply;
  };
}

/** For how many seconds the newest toast offers Undo, up to the eight that are shown. */
const undoSeconds = () => {
  const action = useToastStore.getState().newest?.action;
  return action && 'seconds' in action ? Math.min(8, action.seconds ?? 8) : 0;
};

test.each([
  ['shortly before its pickup', '2026-11-20T17:30-08:00', 7_000, 3],
  ['shortly before its pickup, too late for an Undo', '2026-11-20T17:30-08:00', 10_000, 0],
  ['long before its pickup', '2026-11-19T17:30-08:00', 10_000, 8],
])(
  'the Undo of an accept with a slow reply lasts only as long as the server allows it: %s',
  async (_, now, ms, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    onTestFinished(() => void vi.useRealTimers());
    await openDashboard('live', { [ACCEPT]: afterMs(ms, [200, accepted] as const) });
    await user.click(await acceptButton());
    await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));

    expect(undoSeconds()).toBe(seconds);
  },
);

test('the Undo of an accept that was sent again counts from the first time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T17:30-08:00') });
  onTestFinished(() => void vi.useRealTimers());
  let reply = afterMs<readonly [number, unknown]>(5_000, [504, {}]);
  await openDashboard('live', { [ACCEPT]: () => reply() });
  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('No answer'));
  reply = () => [200, accepted];

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));
  expect(undoSeconds()).toBe(5);
});

test('the Undo of an accept that could not be sent at first counts from when it was sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T17:30-08:00') });
  onTestFinished(() => void vi.useRealTimers());
  await openDashboard('reconnecting', { [ACCEPT]: [200, accepted] });
  await acceptButton();
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('Not sent. No connection.'));
  onLine.mockRestore();
  vi.setSystemTime(Date.now() + 60_000);

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));
  expect(undoSeconds()).toBe(8);
});

test('an undo that is too late says where to give the ride back instead', async () => {
  await acceptAndUndo({ [GIVE_BACK]: [409, { code: 'RIDE_STATE_CONFLICT', message: 'Too late.' }] });

  await waitFor(() =>
    expect(newestToast()).toEqual(['Error', 'Too late to undo. Give the ride back in My Rides.']),
  );
});

test('an undo that the server did not answer is offered again', async () => {
  const given = { id: offer.id, version: accepted.version + 1, reason: 'given_back' };
  let isAway = true;
  const calls = await acceptAndUndo({ [GIVE_BACK]: () => (isAway ? [503, {}] : [200, given]) });
  await waitFor(() => expect(newestToast()?.[0]).toBe('Error'));

  isAway = false;
  const action = useToastStore.getState().newest?.action;
  if (!action || !('onPress' in action)) throw new Error('There is nothing to undo with.');
  expect(action.label).toBe('Undo');
  act(action.onPress);

  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride given back'));
  expect(sent(calls, GIVE_BACK)).toHaveLength(2);
});

test('the board shows Live only once the driver’s own rides have loaded', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await openDashboard('live', {
    [OWN]: async () => {
      await asked;
      return [200, []];
    },
  });
  await acceptButton();
  expect(screen.queryByText('Live')).toBeNull();

  answer();

  expect(await screen.findByText('Live')).toBeVisible();
});

test('a ride cancelled while the driver is on the board shows a toast', async () => {
  await openDashboard('live', { [OWN]: [200, [accepted]] });
  await expect.poll(() => useRideStore.getState().driverRides.phase).toBe('ready');

  act(() => receiveRides([{ ...accepted, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));

  await waitFor(() => expect(newestToast()?.[0]).toBe('Alex cancelled'));
});

test('a ride lost while Undo is shown gets its toast after Undo, and again until its OK is pressed', async () => {
  const other = buildDriverRide({ customer: { name: 'Robin Diaz', phone: '' } });
  const calls = await openDashboard('live', {
    [OWN]: [200, [other]],
    [ACCEPT]: [200, accepted],
    [GIVE_BACK]: [200, { id: offer.id, version: accepted.version + 1, reason: 'given_back' }],
  });
  const press = (label: string) => {
    const action = useToastStore.getState().newest?.action;
    if (!action || !('onPress' in action)) throw new Error('There is no button.');
    expect(action.label).toBe(label);
    act(() => useToastStore.setState({ newest: null }));
    act(action.onPress);
  };
  await expect.poll(() => useRideStore.getState().driverRides.phase).toBe('ready');
  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));

  act(() => receiveRides([{ ...other, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));
  press('Undo');

  expect(newestToast()?.[0]).toBe('Robin cancelled');
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride given back'));
  expect(sent(calls, GIVE_BACK)).toHaveLength(1);
  act(() => useToastStore.setState({ newest: null }));
  expect(newestToast()?.[0]).toBe('Robin cancelled');
  press('OK');
  expect(newestToast()).toBeNull();
});

test('accepting an offer that another driver has taken shows Taken and the reason', async () => {
  const taken = { message: 'This ride has already been accepted by another driver', code: 'RIDE_TAKEN' };
  await openDashboard('reconnecting', { [ACCEPT]: [409, taken] });

  await user.click(await acceptButton());

  await screen.findByText('Taken');
  expect(newestToast()).toEqual(['Error', taken.message]);
});

test('a failed accept leaves the offer open and shows the reason', async () => {
  await openDashboard('reconnecting', { [ACCEPT]: [503, { message: 'Not now.', code: 'UNAVAILABLE' }] });

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()).toEqual(['Error', 'Not now.']));
  expect(await acceptButton()).toHaveProperty('ariaDisabled', null);
});

test('a pending accept cannot be sent twice', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = await openDashboard('live', { [ACCEPT]: () => asked.then(() => [200, accepted]) });

  await user.click(await acceptButton());
  const pending = await screen.findByRole('button', { name: 'Accepting...' });
  expect(pending.getAttribute('aria-disabled')).toBe('true');
  await user.click(pending);
  answer();

  await screen.findByText('No rides available');
  expect(sent(calls, ACCEPT)).toHaveLength(1);
});

test('offers are counted, and a failed load can be tried again', async () => {
  const replies: ApiReplies = { [OFFERS]: [503, {}] };
  await answerApi(replies);
  render(
    <MemoryRouter>
      <DriverDashboard driverId={DRIVER_ID} renderVehicle={() => null} />
    </MemoryRouter>,
  );

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("We couldn't load the requests");
  replies[OFFERS] = [200, [offer]];
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));

  await acceptButton();
  expect(screen.getByText(/^1 open/).textContent).toBe('1 open request');
});

test('an accept refused because of too many rides shows the reason and leaves the offer open', async () => {
  const full = { code: 'TOO_MANY_RIDES', message: 'You have 12 rides ahead. Drive one first.' };
  await openDashboard('reconnecting', { [ACCEPT]: [409, full] });

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()).toEqual(['Error', full.message]));
  expect(await acceptButton()).toBeVisible();
});
