import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { onTestFinished } from 'vitest';
import { env } from '#server/env.ts';

/** Stripe with somebody in front who keeps requests waiting. */
export interface HeldStripe {
  url: string;
  /** Settles when the first request has come, which is now kept waiting. */
  reached: Promise<void>;
  /** Lets that request and all others through. */
  release(): void;
}

/** A proxy in front of the Stripe simulator that keeps requests waiting until released. */
export async function holdStripe(): Promise<HeldStripe> {
  let release = () => {};
  let reach = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });

  const front = createServer(async (req, res) => {
    reach();
    await released;
    const { method, headers, url = '/' } = req;
    const passedOn = forward(new URL(url, env.STRIPE_SIMULATOR_URL), { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(passedOn);
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
