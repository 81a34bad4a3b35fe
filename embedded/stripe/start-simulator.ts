import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { createApp, createStandInScript } from './app.ts';
import { expireDueSessions, updateSessionUrls } from './checkout/stored-session.ts';
import { createFaults } from './control.ts';
import { startWebhookSender } from './events/webhook-sender.ts';
import { failDueRefunds } from './payments/refunds.ts';
import { openStore } from './store/transactions.ts';

/** A running simulator. */
interface Simulator {
  /** Origin of the simulator, such as `http://127.0.0.1:4010`. */
  url: string;
  /** Finishes requests in progress, stops webhooks and unlocks the directory. */
  close(): Promise<void>;
}

/**
 * Starts a simulator on the loopback interface.
 * @throws Error if the port or the directory is in use
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
  // Changes refused by a full disk are still due on the next run.
  const runDueChanges = () =>
    store.transactUnlessDiskFull((tx) => {
      updateSessionUrls(tx, url);
      expireDueSessions(tx);
      failDueRefunds(tx);
    });
  runDueChanges();
  const timer = setInterval(runDueChanges, 1_000);

  return {
    url,
    async close() {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // Requests with a 'timeout' fault never finish.
      const deadline = setTimeout(() => server.closeAllConnections(), 1_000);
      await Promise.all([closed, webhooks.stop()]);
      clearTimeout(deadline);
      store.close();
    },
  };
}

/** Configuration of a simulator. */
export interface SimulatorOptions {
  /** 0 selects a free port. */
  port: number;
  /** Data directory; null for memory only. */
  directory: string | null;
  webhookUrls: string[];
  /** Signs webhooks, `whsec_…`. */
  webhookSecret: string;
  /** Path of the built browser script. If absent, the script is bundled from source. */
  standInPath?: string;
}

/**
 * Parses `--port`, `--dir`, `--webhook-url` (repeatable) and `--webhook-secret`. The last two default to
 * WEBHOOK_URL (comma-separated) and WEBHOOK_SECRET. STRIPE_STAND_IN_SCRIPT is the path of the built script.
 * @throws Error in production without STRIPE_SIMULATOR=1, with a live key in the environment, or on invalid
 * options
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): SimulatorOptions {
  if (env.NODE_ENV === 'production' && env.STRIPE_SIMULATOR !== '1') {
    throw new Error(
      'The Stripe simulator takes no money: it runs in production only with STRIPE_SIMULATOR=1',
    );
  }
  if (env.STRIPE_SECRET_KEY?.startsWith('sk_live_')) {
    throw new Error('The Stripe simulator does not start beside a live key: STRIPE_SECRET_KEY is sk_live_…');
  }
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      dir: { type: 'string' },
      'webhook-url': { type: 'string', multiple: true },
      'webhook-secret': { type: 'string', default: env.WEBHOOK_SECRET ?? 'whsec_simulator' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`Invalid port: ${values.port}`);
  const webhookUrls = values['webhook-url'] ?? env.WEBHOOK_URL?.split(',').filter(Boolean) ?? [];
  for (const url of webhookUrls) {
    if (!URL.canParse(url)) throw new Error(`Invalid webhook address: ${url}`);
  }
  return {
    port,
    directory: values.dir || null,
    webhookUrls,
    webhookSecret: values['webhook-secret'],
    standInPath: env.STRIPE_STAND_IN_SCRIPT || undefined,
  };
}
