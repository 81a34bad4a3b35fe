import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { env } from '#server/env.ts';

/** Stripe with somebody in front who keeps requests for one kind of object waiting. */
export interface HeldStripe {
  url: string;
  /** Settles when the first such request has come, which is now kept waiting. */
  reached: Promise<void>;
  /** Lets that request and those after it through. */
  release(): void;
}

/**
 * A proxy in front of the Stripe simulator that keeps requests whose path begins so waiting until released. Others pass: a worker that
 * starts asks for missed events by itself.
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
    // Whole, so that it can be passed on though who asked has been killed.
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
