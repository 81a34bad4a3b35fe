import { createServer } from 'node:http';
import { expireDueSessions } from './checkout/expire-session.ts';
import { moveOpenSessions } from './checkout/session-url.ts';
import { createFaults } from './control/faults.ts';
import { startWebhookSender } from './events/webhook-sender.ts';
import { createApp } from './http/app.ts';
import { createStandInScript } from './http/stand-in-script.ts';
import type { SimulatorOptions } from './options.ts';
import { failDueRefunds } from './refunds/fail-due-refunds.ts';
import { type Books, openStore } from './store/store.ts';

/** A running simulator. */
export interface Simulator {
  /** Its origin, such as `http://127.0.0.1:4010`. */
  url: string;
  /** Lets requests under way finish, stops webhooks and gives the directory back. */
  close(): Promise<void>;
}

/**
 * Starts a simulator on the loopback interface.
 * @throws Error when the port or the directory is taken
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const store = openStore(options.directory, options.webhookUrls);
  const faults = createFaults();
  const webhooks = startWebhookSender(store, options.webhookSecret);
  let url = '';
  const app = createApp({
    store,
    faults,
    webhooks,
    standInScript: createStandInScript(options.standInPath),
    origin: () => url,
  });
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  url = `http://127.0.0.1:${address.port}`;
  store.transact(null, (books) => moveOpenSessions(books, url));
  const expiry = setInterval(() => store.transact(null, letTimePass), 1_000);

  return {
    url,
    async close() {
      clearInterval(expiry);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // Replies withheld on purpose never finish.
      const patience = setTimeout(() => server.closeAllConnections(), 1_000);
      await Promise.all([closed, webhooks.stop()]);
      clearTimeout(patience);
      store.close();
    },
  };
}

/** Does what falls due by the clock. */
function letTimePass(books: Books): void {
  expireDueSessions(books);
  failDueRefunds(books);
}
