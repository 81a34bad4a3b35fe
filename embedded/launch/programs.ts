import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Whether this runs from dist/. From source, programs run with tsx, and server and worker reload on changes.
 */
export const isBundled = fileURLToPath(import.meta.url).endsWith('.js');

/** The project's root. This file is in dist/ or embedded/launch/. */
export const ROOT = fileURLToPath(new URL(isBundled ? '..' : '../..', import.meta.url));

const SOURCES = {
  server: 'server/index.ts',
  worker: 'workers/index.ts',
  migrate: 'server/migrate.ts',
  seed: 'server/seed.ts',
  redis: 'embedded/redis/index.ts',
  balancer: 'embedded/balancer/index.ts',
  mailbox: 'embedded/mailbox/index.ts',
  'document-store': 'embedded/document-store/index.ts',
  stripe: 'embedded/stripe/index.ts',
  'dev-server': 'embedded/launch/dev-server.ts',
  'exit-with-parent': 'embedded/launch/exit-with-parent.ts',
} as const;

export type ProgramName = keyof typeof SOURCES;

const RELOADED: readonly ProgramName[] = ['server', 'worker'];

const fileOf = (name: ProgramName) =>
  isBundled ? join(ROOT, 'dist', `${name}.js`) : join(ROOT, SOURCES[name]);

/** Returns the arguments for running one of the programs with Node. */
export function nodeArgs(name: ProgramName, args: string[] = []): string[] {
  const preload = ['--import', fileOf('exit-with-parent')];
  if (isBundled) return ['--enable-source-maps', ...preload, fileOf(name), ...args];
  // Node's watch mode forwards a program's `ready` message; tsx's does not.
  const watch = RELOADED.includes(name) ? ['--watch', '--watch-preserve-output'] : [];
  return [...watch, '--import', 'tsx', ...preload, fileOf(name), ...args];
}

/** Returns the built replacement of Stripe.js; null from source, where the simulator bundles it. */
export function builtStandIn(): string | null {
  const file = join(ROOT, 'dist/stripe-stand-in.js');
  return isBundled && existsSync(file) ? file : null;
}
