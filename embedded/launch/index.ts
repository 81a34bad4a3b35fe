import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, isPortFree } from './free-port.ts';
import { keepRunning, type Running } from './keep-running.ts';
import { isBundled, nodeArgs, ROOT } from './programs.ts';
import { type Services, startServices } from './services.ts';

/**
 * `npm start`: brings up what has no address in the environment, then one server and one worker, keeps them running, and ends them
 * in reverse. The addresses in use stand in `services.json` of the data folder while it runs.
 */
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
const port = Number(process.env.PORT || 3000);
const addressFile = join(dataDir, 'services.json');

const running: (Running & { name: string })[] = [];

async function start(name: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const program = await keepRunning({ name, args, env, logDir: join(dataDir, 'logs') });
  running.push({ ...program, name });
}

/** A secret of this installation, made once. */
function secret(name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** The settings of server and worker, as far as the environment does not say otherwise. */
function settings(services: Services, webhookSecret: string, serverPort: number): Record<string, string> {
  const isProduction = process.env.NODE_ENV === 'production';
  return {
    PORT: `${serverPort}`,
    PUBLIC_URL: services.web,
    MONGO_URL: services.mongo,
    REDIS_URL: services.redis,
    SMTP_URL: services.smtp,
    SESSION_SECRET: process.env.SESSION_SECRET || secret('session-secret'),
    GIFT_CARD_SECRET: process.env.GIFT_CARD_SECRET || secret('gift-card-secret'),
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    DEMO_MODE: process.env.DEMO_MODE || `${!isProduction}`,
    ...(services.stripe && { STRIPE_SIMULATOR_URL: services.stripe, STRIPE_SECRET_KEY: 'sk_test_simulator' }),
  };
}

/** Ends everything in reverse, the programs of ours first. */
async function stop(): Promise<void> {
  for (const program of running.toReversed()) await program.stop();
  rmSync(addressFile, { force: true });
}

async function main(): Promise<void> {
  if (!(await isPortFree(port)))
    throw new Error(`Port ${port} is in use. Choose another: PORT=3001 npm start`);
  mkdirSync(dataDir, { recursive: true });
  // While developing, Vite has the site's port and hands calls on to the server.
  const serverPort = isBundled ? port : await freePort();
  const webhookSecret = process.env.STRIPE_WEBHOOK_SECRET || `whsec_${secret('webhook-secret')}`;
  const services = await startServices(start, {
    dataDir,
    web: process.env.PUBLIC_URL || `http://localhost:${port}`,
    webhookUrl: `http://127.0.0.1:${serverPort}/api/webhooks/stripe`,
    webhookSecret,
  });

  const env = settings(services, webhookSecret, serverPort);
  if (env.DEMO_MODE === 'true') {
    await promisify(execFile)(process.execPath, nodeArgs('seed'), { env: { ...process.env, ...env } });
  }
  await Promise.all([start('server', nodeArgs('server'), env), start('worker', nodeArgs('worker'), env)]);
  if (!isBundled) {
    await start('web', nodeArgs('web-dev'), { PORT: `${port}`, API_URL: `http://127.0.0.1:${serverPort}` });
  }

  const pids = Object.fromEntries(running.map((program) => [program.name, program.pid()]));
  writeFileSync(addressFile, `${JSON.stringify({ ...services, pids }, null, 2)}\n`);
  console.log(`
Marquee is at ${services.web}
Book a ride there and pay with 4242 4242 4242 4242; then press "Switch to Driver", or open ${services.web}/driver in a second window.
Mails arrive at ${services.mail ?? services.smtp}. Logs are in ${join(dataDir, 'logs')}. Ctrl-C stops everything.`);
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
