import { expect, onTestFinished, test, vi } from 'vitest';
import { mountList } from '#web/lib/active-lists.ts';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { needsFastDetection, onLinkWatch, requestFastDetection } from '#web/lib/fast-detection.ts';
import { fakeTab, PATIENCE, startGateway } from '#web/testing/gateway.ts';
import { startSilentProxy } from '#web/testing/silent-proxy.ts';
import { detectDeadConnection } from './detect-dead-connection.ts';
import { connectTo, openRealtime } from './realtime.ts';

/** Short enough for a test, and longer than the delays of a busy machine. */
const TIMES = { pingEveryMs: 200, answerMs: 1_000 };

const waitForState = (state: string) =>
  vi.waitUntil(() => useConnectionStore.getState().state === state, PATIENCE);

/** Opens a page whose gateway pings watching pages, as in production, behind a network that can be cut. */
async function openPage() {
  const gateway = await startGateway();
  const received: string[] = [];
  gateway.io.on('connection', (socket) => {
    const ping = () => socket.emit('link:ping');
    socket.onAny((name: string) => received.push(name));
    socket.on('link:watch', ping);
    socket.on('link:pong', () => setTimeout(ping, TIMES.pingEveryMs));
  });
  const proxy = await startSilentProxy(gateway.url);
  const tab = fakeTab();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  openRealtime({ url: proxy.url, signal: controller.signal, onRefused: () => {}, linkTimes: TIMES });
  await waitForState('live');
  const count = (name: string) => received.filter((each) => each === name).length;
  return {
    ...gateway,
    proxy,
    tab,
    received,
    waitForMessage: (name: string, times = 1) => vi.waitUntil(() => count(name) >= times, PATIENCE),
  };
}

/** Mounts a screen that watches the connection. @returns unmounts it */
function showWatchingScreen() {
  const leave = requestFastDetection();
  onTestFinished(() => {
    if (needsFastDetection()) leave();
  });
  return leave;
}

test('a watched connection that goes silent is replaced, and lists reload once the network is back', async () => {
  const { proxy, waitForMessage } = await openPage();
  showWatchingScreen();
  await waitForMessage('link:pong');
  const load = vi.fn(async () => true);
  onTestFinished(mountList(load));

  proxy.fallSilent();
  await waitForState('reconnecting');
  proxy.heal();

  await waitForState('live');
  await vi.waitUntil(() => load.mock.calls.length >= 2, PATIENCE);
});

test('a watched connection that goes silent before its first ping is replaced', async () => {
  const { proxy } = await openPage();

  proxy.fallSilent();
  showWatchingScreen();

  await waitForState('reconnecting');
});

test('a silent watched connection counts as down since its last packet', async () => {
  const { proxy, waitForMessage } = await openPage();
  showWatchingScreen();
  await waitForMessage('link:pong');

  proxy.fallSilent();
  await waitForState('reconnecting');

  const { since } = useConnectionStore.getState();
  expect(Date.now() - since.getTime()).toBeGreaterThanOrEqual(TIMES.answerMs);
});

test('a watching screen watches the link again after a reconnect and stops when it is closed', async () => {
  const { proxy, waitForMessage } = await openPage();
  const leave = showWatchingScreen();
  await waitForMessage('link:watch');

  proxy.drop();
  await waitForMessage('link:watch', 2);
  leave();
  await waitForMessage('link:unwatch');
});

test('fast detection is on while at least one screen requests it, and only changes are reported', () => {
  expect(needsFastDetection()).toBe(false);
  const changes: boolean[] = [];
  onTestFinished(onLinkWatch(() => changes.push(needsFastDetection())));

  const [leaveBoard, leaveBar] = [requestFastDetection(), requestFastDetection()];
  leaveBoard();
  leaveBar();

  expect(changes).toEqual([true, false]);
});

test.each([
  ['the network changes', (tab: ReturnType<typeof fakeTab>) => tab.comeOnline()],
  ['the page is shown again', (tab: ReturnType<typeof fakeTab>) => tab.show(true)],
])('when %s, any page checks its connection and replaces one that does not answer', async (_when, happen) => {
  const { proxy, tab, waitForMessage } = await openPage();
  happen(tab);
  await waitForMessage('link:check');

  proxy.fallSilent();
  happen(tab);

  await waitForState('reconnecting');
  proxy.heal();
  await waitForState('live');
});

test('when the network comes back, a stuck connection attempt is replaced before it times out', async () => {
  const { url } = await startGateway();
  const proxy = await startSilentProxy(url);
  const tab = fakeTab();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const isAttempted = new Promise<void>((resolve) => {
    proxy.swallow(() => {
      resolve();
      return true;
    });
  });
  const socket = connectTo(proxy.url);
  onTestFinished(() => void socket.disconnect());
  detectDeadConnection(socket, {
    signal: controller.signal,
    isWatched: () => false,
    onWatch: () => () => {},
  });
  await isAttempted;
  proxy.swallow(() => false);
  const timedOut = vi.fn();
  socket.on('connect_error', timedOut);

  tab.comeOnline();

  await vi.waitUntil(() => socket.connected, PATIENCE);
  expect(timedOut).not.toHaveBeenCalled();
});
