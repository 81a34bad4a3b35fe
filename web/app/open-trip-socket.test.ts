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
  const turns = (state: string) =>
    vi.waitUntil(() => listener.onConnection.mock.lastCall?.[0] === state, PATIENCE);
  return { io, attempts, listener, socket, leave, turns };
}

test.each(['UNAVAILABLE', 'TOO_MANY_REQUESTS'])(
  'a page that was refused with %s is live in the end',
  async (refusal) => {
    const { attempts, turns } = await openPage(refusal);

    await turns('live');

    expect(attempts).toHaveLength(2);
  },
);

test('a page whose connection the node closed is live again', async () => {
  const { io, turns } = await openPage();
  await turns('live');

  io.disconnectSockets(true);

  await turns('reconnecting');
  await turns('live');
});

/** Switches to fake timers. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const LONGEST_WAIT_MS = 60_000;

test('a page whose link does not work reads the trip once more, and does not connect again', async () => {
  holdTime();
  const { listener, socket } = await openPage('NOT_FOUND');
  await vi.waitUntil(() => listener.onResync.mock.calls.length > 0, PATIENCE);

  vi.advanceTimersByTime(LONGEST_WAIT_MS);

  expect(socket.active).toBe(false);
});

test('a page whose link was ended does not connect again', async () => {
  const { io, listener, socket, turns } = await openPage();
  await turns('live');
  holdTime();
  io.emit('trip:ended');
  io.disconnectSockets(true);
  await vi.waitUntil(() => listener.onEnd.mock.calls.length > 0, PATIENCE);

  vi.advanceTimersByTime(LONGEST_WAIT_MS);

  expect(socket.active).toBe(false);
});

test('a page that was left while it waited does not connect again', async () => {
  const { io, leave, socket, turns } = await openPage();
  await turns('live');
  holdTime();
  io.disconnectSockets(true);
  await turns('reconnecting');

  leave();
  vi.advanceTimersByTime(LONGEST_WAIT_MS);

  expect(socket.active).toBe(false);
});
