import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections that go out, which may take any of theirs at any moment. */
const LOWEST = 15_000;
const HIGHEST = 32_767;

const handedOut = new Set<number>();

/**
 * A port of this machine that nobody listens on just now. It is drawn by lot and never handed out twice, so that programs which start at
 * once, here or in another process, do not come by the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isPortFree(port)) return port;
  }
}

/** Whether a port can be listened on. */
export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
