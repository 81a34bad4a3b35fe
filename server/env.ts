import * as z from 'zod/mini';
import { productionFaults } from './production-faults.ts';

const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const flag = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((value) => value === 'true'),
);

const envSchema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  /** What a server takes: calls and pages (`api`), sockets (`sockets`), or both. */
  ROLE: z._default(z.enum(['all', 'api', 'sockets']), 'all'),
  PORT: z._default(port, 3000),
  /** The interface to listen on; empty means all of them. */
  HOST: z._default(z.string(), ''),
  /** Address people reach the site at; decides the allowed Origin and the links in mails. */
  PUBLIC_URL: z._default(z.url(), 'http://localhost:3000'),
  /** Host names the site is asked for besides that of PUBLIC_URL and this machine's own, comma-separated. */
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
  /** Whether REDIS_URL is a Redis Cluster, of which it names nodes, separated by commas. */
  REDIS_CLUSTER: flag,
  /** Queues may have one Redis of their own: append-only, noeviction. */
  QUEUE_REDIS_URL: z.optional(z.string()),
  /** A worker silent for so long is taken for dead, and its jobs go to another. */
  JOB_LOCK_MS: z._default(z.coerce.number().check(z.int(), z.minimum(100)), 10_000),
  /** How long payment-success waits for its job before it answers 202. */
  // A page waits ten seconds for any answer.
  PAYMENT_WAIT_MS: z._default(
    z.coerce.number().check(
      z.int(),
      z.minimum(0),
      z.overwrite((ms) => Math.min(ms, 8_000)),
    ),
    7_000,
  ),
  /** Prefix of every key and channel, so that installations can share one Redis. */
  REDIS_PREFIX: z._default(z.string(), 'marquee:'),
  SESSION_SECRET: z._default(z.string().check(z.minLength(16)), 'a development secret, not for production'),
  /** Every gift card's code is derived from it: once it is changed, no code sent before works. */
  GIFT_CARD_SECRET: z._default(z.string().check(z.minLength(16)), 'a development secret, not for production'),
  STRIPE_SECRET_KEY: z._default(z.string(), 'sk_test_simulator'),
  STRIPE_PUBLISHABLE_KEY: z._default(z.string(), 'pk_test_simulator'),
  STRIPE_WEBHOOK_SECRET: z._default(z.string(), 'whsec_simulator'),
  /** Address of the Stripe simulator; empty means Stripe itself. */
  STRIPE_SIMULATOR_URL: z._default(z.string(), ''),
  SMTP_URL: z._default(z.url(), 'smtp://127.0.0.1:1025'),
  /** Address that mails come from. */
  MAIL_FROM: z._default(z.email(), 'hello@marquee.example'),
  /** Address of operations, where visitors' messages and alerts go. */
  MAIL_TO: z._default(z.email(), 'hello@marquee.example'),
  /** Where weaknesses are reported, a mailto: or https address; MAIL_TO by default. Published in security.txt. */
  SECURITY_CONTACT: z._default(z.union([z.literal(''), z.url({ protocol: /^(https|mailto)$/ })]), ''),
  /** What a rider gets whose driver is ten minutes late, as a gift card; 0 for nothing. */
  LATE_CREDIT_DOLLARS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(500)), 10),
  MAP_TILE_URL: z._default(z.string(), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  /** Numbers of the company's permits, for charter orders: the state's certificate and the federal USDOT number. */
  CARRIER_CERTIFICATE: z._default(z.string(), ''),
  CARRIER_USDOT: z._default(z.string(), ''),
  /** Routing service in OSRM's form; empty means arrival is estimated by distance. */
  ROUTING_URL: z._default(z.union([z.literal(''), z.url()]), ''),
  /** Where backups are kept, so that their age is known; empty means nobody looks. */
  BACKUP_DIR: z._default(z.string(), ''),
  DEMO_MODE: flag,
  /** Whether anybody may read the description of the API: not in production, unless it is set. */
  API_DOCS: z.optional(z.enum(['true', 'false'])),
  METRICS_TOKEN: z._default(z.string(), ''),
  /** Where a worker answers `/healthz` and `/metrics`; it listens nowhere unless it is set. */
  WORKER_PORT: z.optional(port),
  /**
   * How long a stopping server reports unready before it closes, for balancers: 5 seconds in production,
   * else none.
   */
  DRAIN_MS: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(15_000))),
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  /** Socket transports, comma-separated. Long-polling needs a balancer with sticky cookies. */
  SOCKET_TRANSPORTS: z.pipe(
    z.pipe(
      z._default(z.string(), 'websocket'),
      z.transform((value) => value.split(',').map((each) => each.trim())),
    ),
    z.array(z.enum(['websocket', 'polling'])),
  ),
  /** What an account may ask of one node in a minute, a write counting as four; visitors have four times as much an address. */
  REQUESTS_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.minimum(60)), 600),
  /** How many requests of the API a node answers at the same time; a third of them of one call. */
  REQUESTS_UNDER_WAY: z._default(z.coerce.number().check(z.int(), z.minimum(3)), 600),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
});

const DEFAULTS = envSchema.parse({});

export type Env = z.infer<typeof envSchema>;
export type ServerRole = Env['ROLE'];

/**
 * Reads and checks the settings. Empty variables count as unset.
 *
 * @throws an Error that names every problem
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

/** Whether payments can be taken: Stripe has keys of our own, or the simulator answers for it. */
export const isStripeSet = ({ STRIPE_SECRET_KEY, STRIPE_SIMULATOR_URL }: Env): boolean =>
  STRIPE_SIMULATOR_URL !== '' || STRIPE_SECRET_KEY !== DEFAULTS.STRIPE_SECRET_KEY;

/** Whether the description of the API is for anybody, or for staff alone. */
export const areDocsPublic = ({ API_DOCS, NODE_ENV }: Env): boolean =>
  API_DOCS ? API_DOCS === 'true' : NODE_ENV !== 'production';

/** The settings of this process. `.env.example` explains each. */
export const env = readEnv(process.env);
