import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { env } from '#server/env.ts';

/** A proxied Stripe that delays requests to one kind of object. */
interface HeldStripe {
  url: string;
  /** Resolves when the first such request has arrived and is being delayed. */
  reached: Promise<void>;
  /** Forwards that request and all later ones. */
  release(): void;
}

/**
 * Starts a proxy in front of the Stripe simulator that delays requests whose path has this prefix until they
 * are released. Other requests pass, since a starting worker reads missed events.
 */
export async function holdStripe(path: string): Promise<HeldStripe> {
  let release = () => {};
  let reach = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });

  const front = createServer(async (req, res) => {
    const { method, headers, url = '/' } = req;
    // Reads the whole body, so that it can be forwarded even after the client was killed.
    const body = await buffer(req);
    if (url.startsWith(path)) {
      reach();
      await released;
    }
    const passedOn = forward(new URL(url, env.STRIPE_SIMULATOR_URL), { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passedOn.end(body);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(() => {
    front.close();
    front.closeAllConnections();
  });
  const address = front.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return { url: `http://127.0.0.1:${address.port}`, reached, release };
}
