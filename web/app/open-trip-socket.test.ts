import { expect, onTestFinished, test, vi } from 'vitest';
import type { TripListener } from '#web/features/rides/trip/use-trip.ts';
import { fakeTab, PATIENCE, startGateway } from '#web/testing/gateway.ts';
import type { RideSocket } from './detect-dead-connection.ts';
import { openTripSocket } from './open-trip-socket.ts';
import { connectTo } from './realtime.ts';

vi.mock('./realtime.ts', { spy: true });

/** Opens a page of a trip link, with a gateway that refuses its first connections with these errors. */
async function openPage(...refusals: string[]) {
  const { io, url } = await startGateway();
  const attempts: string[] = [];
  io.use(({ id }, next) => {
    const refusal = refusals[attempts.push(id) - 1];
    next(refusal ? new Error(refusal) : undefined);
  });
  fakeTab(url);
  const listener = {
    onConnection: vi.fn<TripListener['onConnection']>(),
    onResync: vi.fn<TripListener['onResync']>(),
    onTrips: vi.fn<TripListener['onTrips']>(),
    onPositions: vi.fn<TripListener['onPositions']>(),
    onEnd: vi.fn<TripListener['onEnd']>(),
  };
  const leave = openTripSocket('token', listener);
  const socket: RideSocket = vi.mocked(connectTo).mock.results.at(-1)?.value;
  onTestFinished(leave);
  const waitForState = (state: string) =>
    vi.waitUntil(() => listener.onConnection.mock.lastCall?.[0] === state, PATIENCE);
  return { io, attempts, listener, socket, leave, waitForState };
}

test.each(['UNAVAILABLE', 'TOO_MANY_REQUESTS'])(
  'a trip page whose first connection is refused with %s reconnects and becomes live',
  async (refusal) => {
    const { attempts, waitForState } = await openPage(refusal);

    await waitForState('live');

    expect(attempts).toHaveLength(2);
  },
);

test('a trip page reconnects after the server closes its connection', async () => {
  const { io, waitForState } = await openPage();
  await waitForState('live');

  io.disconnectSockets(true);

  await waitForState('reconnecting');
  await waitForState('live');
});

/** Switches to fake timers. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const LONGEST_WAIT_MS = 60_000;

test('a trip page whose link is not found reloads the trip and does not reconnect', async () => {
  holdTime();
  const { listener, socket } = await openPage('NOT_FOUND');
  await vi.waitUntil(() => listener.onResync.mock.calls.length > 0, PATIENCE);

  vi.advanceTimersByTime(LONGEST_WAIT_MS);

  expect(socket.active).toBe(false);
});

test('a trip page does not reconnect after its link has ended', async () => {
  const { io, listener, socket, waitForState } = await openPage();
  await waitForState('live');
  holdTime();
  io.emit('trip:ended');
  io.disconnectSockets(true);
  await vi.waitUntil(() => listener.onEnd.mock.calls.length > 0, PATIENCE);

  vi.advanceTimersByTime(LONGEST_WAIT_MS);

  expect(socket.active).toBe(false);
});

test('a trip page closed while waiting to reconnect does not reconnect', async () => {
  const { io, leave, socket, waitForState } = await openPage();
  await waitForState('live');
  holdTime();
  io.disconnectSockets(true);
  await waitForState('reconnecting');

  leave();
  vi.advanceTimersByTime(LONGEST_WAIT_MS);

  expect(socket.active).toBe(false);
});
