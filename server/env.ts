import * as z from 'zod/mini';
import { productionFaults } from './production-faults.ts';

const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const flag = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((value) => value === 'true'),
);

const envSchema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  /** What a server accepts: API calls and pages (`api`), sockets (`sockets`), or both (`all`). */
  ROLE: z._default(z.enum(['all', 'api', 'sockets']), 'all'),
  PORT: z._default(port, 3000),
  /** The interface to listen on. Empty means all. */
  HOST: z._default(z.string(), ''),
  /** Public URL of the site. Determines the allowed Origin and the links in mails. */
  PUBLIC_URL: z._default(z.url(), 'http://localhost:3000'),
  /** Further allowed host names, comma-separated, besides those of PUBLIC_URL and of this machine. */
  ALLOWED_HOSTS: z.pipe(
    z._default(z.string(), ''),
    z.transform((value) =>
      value
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  ),
  MONGO_URL: z._default(z.string(), 'mongodb://127.0.0.1:27017/marquee'),
  REDIS_URL: z._default(z.string(), 'redis://127.0.0.1:6379'),
  /** Whether REDIS_URL lists nodes of a Redis Cluster, separated by commas. */
  REDIS_CLUSTER: flag,
  /** Optional separate Redis for the queues: append-only, noeviction. */
  QUEUE_REDIS_URL: z.optional(z.string()),
  /**
   * After this many milliseconds without a sign of life a worker counts as dead, and another takes its jobs.
   */
  JOB_LOCK_MS: z._default(z.coerce.number().check(z.int(), z.minimum(100)), 10_000),
  /** How long `payment-success` waits for its job before it replies 202, in milliseconds. */
  // Capped below the ten seconds after which a page's request times out.
  PAYMENT_WAIT_MS: z._default(
    z.coerce.number().check(
      z.int(),
      z.minimum(0),
      z.overwrite((ms) => Math.min(ms, 8_000)),
    ),
    7_000,
  ),
  /** Prefix of every key and channel, so that several installations can share one Redis. */
  REDIS_PREFIX: z._default(z.string(), 'marquee:'),
  SESSION_SECRET: z._default(z.string().check(z.minLength(16)), 'a development secret, not for production'),
  /** Every gift card code is derived from this secret. Changing it invalidates all codes sent before. */
  GIFT_CARD_SECRET: z._default(z.string().check(z.minLength(16)), 'a development secret, not for production'),
  STRIPE_SECRET_KEY: z._default(z.string(), 'sk_test_simulator'),
  STRIPE_PUBLISHABLE_KEY: z._default(z.string(), 'pk_test_simulator'),
  STRIPE_WEBHOOK_SECRET: z._default(z.string(), 'whsec_simulator'),
  /** URL of the Stripe simulator. Empty means Stripe itself. */
  STRIPE_SIMULATOR_URL: z._default(z.string(), ''),
  SMTP_URL: z._default(z.url(), 'smtp://127.0.0.1:1025'),
  /** Sender address of mails. */
  MAIL_FROM: z._default(z.email(), 'hello@marquee.example'),
  /** Address of operations, which receives visitors' messages and alerts. */
  MAIL_TO: z._default(z.email(), 'hello@marquee.example'),
  /**
   * Where to report vulnerabilities: a mailto: or https: URL, published in security.txt. Default: MAIL_TO.
   */
  SECURITY_CONTACT: z._default(z.union([z.literal(''), z.url({ protocol: /^(https|mailto)$/ })]), ''),
  /** Gift card amount in dollars for a rider whose driver is at least ten minutes late. 0 turns it off. */
  LATE_CREDIT_DOLLARS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(500)), 10),
  MAP_TILE_URL: z._default(z.string(), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  /** The company's permit numbers on charter orders: the state certificate and the federal USDOT number. */
  CARRIER_CERTIFICATE: z._default(z.string(), ''),
  CARRIER_USDOT: z._default(z.string(), ''),
  /** Routing service with the OSRM API. If empty, arrival times are estimated by distance. */
  ROUTING_URL: z._default(z.union([z.literal(''), z.url()]), ''),
  /** Folder of the backups, to monitor their age. Empty means not monitored. */
  BACKUP_DIR: z._default(z.string(), ''),
  DEMO_MODE: flag,
  /** Whether the API documentation is public. Default: not in production. */
  API_DOCS: z.optional(z.enum(['true', 'false'])),
  METRICS_TOKEN: z._default(z.string(), ''),
  /** Port of a worker's `/healthz` and `/metrics`. Unset means that it listens on none. */
  WORKER_PORT: z.optional(port),
  /**
   * How long a stopping server reports itself unready before it closes, for load balancers, in milliseconds.
   * Default: 5 seconds in production, otherwise none.
   */
  DRAIN_MS: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(15_000))),
  /** Number of reverse proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  /** Socket transports, comma-separated. Long-polling needs a load balancer with sticky cookies. */
  SOCKET_TRANSPORTS: z.pipe(
    z.pipe(
      z._default(z.string(), 'websocket'),
      z.transform((value) => value.split(',').map((each) => each.trim())),
    ),
    z.array(z.enum(['websocket', 'polling'])),
  ),
  /**
   * Requests per minute that an account may send to one node. A write counts as four. Visitors may send four
   * times as many per network address.
   */
  REQUESTS_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.minimum(60)), 600),
  /** How many API requests a node processes concurrently. At most a third of them may be of the same call. */
  REQUESTS_UNDER_WAY: z._default(z.coerce.number().check(z.int(), z.minimum(3)), 600),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
});

const DEFAULTS = envSchema.parse({});

type Env = z.infer<typeof envSchema>;
export type ServerRole = Env['ROLE'];

/**
 * Parses and validates the settings. Empty variables count as unset.
 *
 * @throws an Error that lists every problem
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = envSchema.safeParse(set);
  const unfit = set.NODE_ENV === 'production' ? productionFaults(set, DEFAULTS) : [];
  if (result.success && unfit.length === 0) return result.data;
  const malformed = result.error?.issues ?? [];
  const problems = [...malformed.map((issue) => `${issue.path.join('.')} ${issue.message}`), ...unfit];
  throw new Error(`Settings are not usable: ${problems.join('; ')}`);
}

/** Whether payments can be taken: own Stripe keys are set, or the simulator is used. */
export const isStripeSet = ({ STRIPE_SECRET_KEY, STRIPE_SIMULATOR_URL }: Env): boolean =>
  STRIPE_SIMULATOR_URL !== '' || STRIPE_SECRET_KEY !== DEFAULTS.STRIPE_SECRET_KEY;

/** Whether the API documentation is public. Otherwise only staff can read it. */
export const areDocsPublic = ({ API_DOCS, NODE_ENV }: Env): boolean =>
  API_DOCS ? API_DOCS === 'true' : NODE_ENV !== 'production';

/** The settings of this process. `.env.example` explains each one. */
export const env = readEnv(process.env);
