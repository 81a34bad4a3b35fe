import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether this runs from dist/. From source, programs run through tsx, and ours reload on changes. */
export const isBundled = fileURLToPath(import.meta.url).endsWith('.js');

/** The project's folder: this file is in dist/, or in embedded/launch/. */
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

/** The arguments with which Node runs one of our programs. */
export function nodeArgs(name: ProgramName, args: string[] = []): string[] {
  const preload = ['--import', fileOf('exit-with-parent')];
  if (isBundled) return ['--enable-source-maps', ...preload, fileOf(name), ...args];
  // Node's watch mode forwards the `ready` message of a program, which that of tsx does not.
  const watch = RELOADED.includes(name) ? ['--watch', '--watch-preserve-output'] : [];
  return [...watch, '--import', 'tsx', ...preload, fileOf(name), ...args];
}

/** The built Stripe.js stand-in; null from source, where the simulator bundles it itself. */
export function builtStandIn(): string | null {
  const file = join(ROOT, 'dist/stripe-stand-in.js');
  return isBundled && existsSync(file) ? file : null;
}
