import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { siteAddress, webhookAddress, workerSettings } from './addresses.ts';
import { freePort, isPortFree } from './free-port.ts';
import { type LaunchedServer, readOptions, takesRequests, takesSockets } from './launch-options.ts';
import { addressFileOf, lockInstallation } from './lock-installation.ts';
import { isBundled, nodeArgs, type ProgramName, ROOT } from './programs.ts';
import { needsSimulator, type Services, startServices } from './services.ts';
import { formatStartMessage } from './start-message.ts';
import { type Supervised, supervise } from './supervise.ts';

/**
 * `npm start`: starts the services without an address in the environment, migrates the database, starts one
 * server and one worker, supervises them, and stops everything in reverse order. `npm run cluster --
 * --servers 3 --workers 2` starts several behind a load balancer, `npm run cluster -- --api 2 --sockets 2`
 * some for each role, `--redis-cluster` a Redis Cluster. While running, `services.json` in the data folder
 * contains addresses and process ids.
 */
const options = readOptions(process.argv.slice(2));
const { servers, workers, hasBalancer, hasRedisCluster } = options;
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
/** The interface that servers and balancer listen on; loopback by default. */
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const addressFile = addressFileOf(dataDir);
const logDir = join(dataDir, 'logs');

/** Longer than the balancer needs to detect that a server is draining. */
const DRAIN_MS = 2_000;

const supervised = new Map<string, Supervised>();
let services: Services | null = null;
let releaseFolder = () => {};

async function start(name: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  supervised.set(name, await supervise({ name, args, env, logDir, onRestart: writeAddresses }));
}

function writeAddresses(): void {
  const pids = Object.fromEntries([...supervised].map(([name, { pid }]) => [name, pid()]));
  const fresh = `${addressFile}.new`;
  try {
    writeFileSync(fresh, `${JSON.stringify({ ...services, pids }, null, 2)}\n`);
    renameSync(fresh, addressFile);
  } catch (error) {
    // The disk may be full. The previous file stays, and the programs keep running.
    console.error(`${addressFile} could not be written: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns a secret of this installation, generated on first use. */
function secret(name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** Returns the environment of servers and workers. Variables that are already set take precedence. */
function settings(services: Services, webhookSecret: string): Record<string, string> {
  const isProduction = process.env.NODE_ENV === 'production';
  return {
    HOST: hasBalancer || !isBundled ? '127.0.0.1' : host,
    PUBLIC_URL: services.web,
    MONGO_URL: services.mongo,
    REDIS_URL: services.redis,
    REDIS_CLUSTER: `${services.isRedisCluster}`,
    SMTP_URL: services.smtp,
    BACKUP_DIR: process.env.BACKUP_DIR || join(dataDir, 'backups'),
    SESSION_SECRET: process.env.SESSION_SECRET || secret('session-secret'),
    GIFT_CARD_SECRET: process.env.GIFT_CARD_SECRET || secret('gift-card-secret'),
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    DEMO_MODE: process.env.DEMO_MODE || `${!isProduction}`,
    ...(services.stripe && {
      STRIPE_SIMULATOR_URL: services.stripe,
      STRIPE_SECRET_KEY: 'sk_test_simulator',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_simulator',
    }),
    ...(hasBalancer && {
      TRUSTED_PROXIES: process.env.TRUSTED_PROXIES || '1',
      DRAIN_MS: process.env.DRAIN_MS || `${DRAIN_MS}`,
    }),
  };
}

/**
 * Runs a program to completion.
 * @throws Error with its output if it fails
 */
async function runOnce(name: ProgramName, env: Record<string, string>): Promise<void> {
  const running = promisify(execFile)(process.execPath, nodeArgs(name), { env: { ...process.env, ...env } });
  await running.catch(({ stdout, stderr }) => {
    throw new Error(`${name} failed:\n${stdout}${stderr}`);
  });
}

/** Starts HAProxy on the site's port, in front of the servers at these ports. */
async function startBalancer(ports: readonly number[]): Promise<void> {
  const file = join(dataDir, 'servers.cfg');
  const linesOf = (isAmong: (server: LaunchedServer) => boolean) =>
    servers
      .map((server, n) => (isAmong(server) ? `  server ${server.name} 127.0.0.1:${ports[n]}\n` : ''))
      .join('');
  const sockets = `backend sockets\n  option httpchk GET /readyz/sockets\n${linesOf(takesSockets)}`;
  writeFileSync(file, `backend servers\n${linesOf(takesRequests)}\n${sockets}`);
  const configs = [join(ROOT, 'deploy/haproxy.cfg'), file].flatMap((each) => ['--config', each]);
  await start('balancer', nodeArgs('balancer', ['--host', host, '--port', `${port}`, ...configs]));
}

/** Stops everything: balancer, servers and workers, then the services they depend on. */
async function stop(): Promise<void> {
  const isOurs = (name: string) => servers.some((server) => server.name === name) || workers.includes(name);
  const stopAll = (names: string[]) => Promise.all(names.map((name) => supervised.get(name)?.stop()));
  const names = [...supervised.keys()];
  await supervised.get('balancer')?.stop();
  await stopAll(names.filter(isOurs));
  await stopAll(names.filter((name) => !isOurs(name)).toReversed());
  releaseFolder();
}

async function main(): Promise<void> {
  releaseFolder = lockInstallation(dataDir);
  if (!(await isPortFree(port)))
    throw new Error(`Port ${port} is in use. Choose another: PORT=3001 npm start`);
  // In development, Vite uses the site's port and proxies API calls to the server.
  const hasOwnPort = isBundled && !hasBalancer;
  const ports = await Promise.all(servers.map(() => (hasOwnPort ? port : freePort())));
  const webhookSecret =
    process.env.STRIPE_WEBHOOK_SECRET ||
    (needsSimulator(process.env) ? `whsec_${secret('webhook-secret')}` : '');
  services = await startServices(start, {
    dataDir,
    web: siteAddress({ hasBalancer, port }),
    webhookUrl: webhookAddress(options, { port, ports }),
    webhookSecret,
    hasRedisCluster,
  });

  const env = settings(services, webhookSecret);
  const isDemo = env.DEMO_MODE === 'true';
  await runOnce('migrate', env);
  if (isDemo) await runOnce('seed', env);
  await Promise.all([
    ...servers.map(({ name, role }, n) =>
      start(name, nodeArgs('server'), { ...env, ROLE: role, PORT: `${ports[n]}` }),
    ),
    ...workers.map((name, n) => start(name, nodeArgs('worker'), { ...env, ...workerSettings(n) })),
  ]);
  if (hasBalancer) await startBalancer(ports);
  if (!isBundled) {
    await start('web', nodeArgs('dev-server'), { PORT: `${port}`, API_URL: `http://127.0.0.1:${ports[0]}` });
  }

  writeAddresses();
  console.log(formatStartMessage({ ...options, services, isDemo, logDir }));
}

let isStopping = false;
async function stopOnce(exitCode: number) {
  if (isStopping) return;
  isStopping = true;
  await stop();
  process.exit(exitCode);
}
process.on('SIGINT', () => stopOnce(0));
process.on('SIGTERM', () => stopOnce(0));
process.on('SIGHUP', () => stopOnce(0));

await main().catch((error: Error) => {
  console.error(error.message);
  return stopOnce(1);
});
