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

const turns = (state: string) => vi.waitUntil(() => useConnectionStore.getState().state === state, PATIENCE);

/** Opens a page whose gateway pings watching pages, as in production, behind a network that can be cut. */
async function openPage() {
  const gateway = await startGateway();
  const said: string[] = [];
  gateway.io.on('connection', (socket) => {
    const ping = () => socket.emit('link:ping');
    socket.onAny((name: string) => said.push(name));
    socket.on('link:watch', ping);
    socket.on('link:pong', () => setTimeout(ping, TIMES.pingEveryMs));
  });
  const proxy = await startSilentProxy(gateway.url);
  const tab = fakeTab();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  openRealtime({ url: proxy.url, signal: controller.signal, onRefused: () => {}, linkTimes: TIMES });
  await turns('live');
  const count = (name: string) => said.filter((each) => each === name).length;
  return {
    ...gateway,
    proxy,
    tab,
    said,
    hears: (name: string, times = 1) => vi.waitUntil(() => count(name) >= times, PATIENCE),
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

test('a watched connection that fell silent is replaced, and the lists are reloaded once the network is back', async () => {
  const { proxy, hears } = await openPage();
  showWatchingScreen();
  await hears('link:pong');
  const load = vi.fn(async () => true);
  onTestFinished(mountList(load));

  proxy.fallSilent();
  await turns('reconnecting');
  proxy.heal();

  await turns('live');
  await vi.waitUntil(() => load.mock.calls.length >= 2, PATIENCE);
});

test('a connection that falls silent before its first ping is replaced too', async () => {
  const { proxy } = await openPage();

  proxy.fallSilent();
  showWatchingScreen();

  await turns('reconnecting');
});

test('a watched connection counts as down from its last packet', async () => {
  const { proxy, hears } = await openPage();
  showWatchingScreen();
  await hears('link:pong');

  proxy.fallSilent();
  await turns('reconnecting');

  const { since } = useConnectionStore.getState();
  expect(Date.now() - since.getTime()).toBeGreaterThanOrEqual(TIMES.answerMs);
});

test('the screen of a reconnected page is watched again, until it is left', async () => {
  const { proxy, hears } = await openPage();
  const leave = showWatchingScreen();
  await hears('link:watch');

  proxy.drop();
  await hears('link:watch', 2);
  leave();
  await hears('link:unwatch');
});

test('a page that no screen asks to watch its link is not pinged', () => {
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
])('as %s, any page asks its node, and replaces a connection that does not answer', async (_when, happen) => {
  const { proxy, tab, hears } = await openPage();
  happen(tab);
  await hears('link:check');

  proxy.fallSilent();
  happen(tab);

  await turns('reconnecting');
  proxy.heal();
  await turns('live');
});

test('as the network comes back, an attempt that leads nowhere is not waited for', async () => {
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
