import { parseArgs } from 'node:util';

/** How a simulator is set up. */
export interface SimulatorOptions {
  /** 0 takes any free port. */
  port: number;
  /** Where its state is kept; null keeps it in memory. */
  directory: string | null;
  webhookUrls: string[];
  /** `whsec_…`, with which webhooks are signed. */
  webhookSecret: string;
  /** A built browser script; without it the script is bundled from its sources. */
  standInPath?: string;
}

/**
 * Reads `--port`, `--dir`, `--webhook-url` (any number of times) and `--webhook-secret`; the last two also from
 * WEBHOOK_URL (several separated by commas) and WEBHOOK_SECRET, and a built script's path from STRIPE_STAND_IN_SCRIPT.
 * @throws Error in production, next to a live key, or on options that make no sense
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
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`Not a port: ${values.port}`);
  const webhookUrls = values['webhook-url'] ?? env.WEBHOOK_URL?.split(',').filter(Boolean) ?? [];
  for (const url of webhookUrls) {
    if (!URL.canParse(url)) throw new Error(`Not a webhook address: ${url}`);
  }
  return {
    port,
    directory: values.dir || null,
    webhookUrls,
    webhookSecret: values['webhook-secret'],
    standInPath: env.STRIPE_STAND_IN_SCRIPT || undefined,
  };
}
