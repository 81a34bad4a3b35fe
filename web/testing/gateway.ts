import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DefaultEventsMap, Server, type ServerOptions } from 'socket.io';
import { onTestFinished, vi } from 'vitest';
import {
  type ClientToServerEvents,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#common/rides/ride-events.ts';

/** For events that come soon, even on a busy machine. */
export const PATIENCE = { timeout: 10_000 };

/** Starts a gateway for one client, which acknowledges `link:check`. Closed when the test ends. */
export async function startGateway(options: Partial<ServerOptions> = {}) {
  const server = createServer();
  const io = new Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap>(server, {
    path: SOCKET_PATH,
    ...options,
  });
  io.on('connection', (socket) => socket.on('link:check', (acknowledge) => acknowledge({})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => void (await io.close()));
  const { port } = server.address() as AddressInfo;
  return { io, url: `http://127.0.0.1:${port}` };
}

/** Stubs the parts of a browser's tab that Node lacks, including visibility. */
export function fakeTab(origin = '') {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const view = Object.assign(new EventTarget(), { location: { origin } });
  vi.stubGlobal('window', view);
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    comeOnline: () => void view.dispatchEvent(new Event('online')),
    show: (isShown: boolean) => {
      page.hidden = !isShown;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
