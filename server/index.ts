import { env } from './env.ts';
import { shutDownOnSignal } from './infra/graceful-shutdown.ts';
import { logger } from './infra/logger.ts';
import { openDatabase } from './schema/open-database.ts';
import { startNode } from './start-node.ts';

/** Long enough for a load balancer that probes every second or two to see that this node is stopping. */
const drainMs = env.DRAIN_MS ?? (env.NODE_ENV === 'production' ? 5_000 : 0);

/**
 * A hanging MongoDB does not close connections. Requests must be answered within three seconds, and the
 * driver tries twice.
 */
const OPERATION_MS = 1_300;

await openDatabase(OPERATION_MS);
const node = await startNode({ port: env.PORT, host: env.HOST });
logger.info({ port: node.port, role: env.ROLE, url: env.PUBLIC_URL }, 'server ready');
process.send?.('ready');

shutDownOnSignal('server', () => node.close(drainMs));
