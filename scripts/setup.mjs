// Runs before anything is installed: plain Node, no packages, no TypeScript.
// `npm run setup [-- redis-server chromium haproxy]` installs the node modules, and the programs it is given.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const STAMP = join(ROOT, 'node_modules/.marquee-lock');

function fail(message) {
  console.error(message);
  process.exit(1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Marquee needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
}

/** Installs the node modules of the lock file, unless those are the ones that are there. */
export function ensureModules() {
  requireNode();
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  console.log('Installing node modules…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    // A build for production still needs its build tools.
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (status !== 0) fail('The node modules could not be installed. Is the npm registry within reach?');
  writeFileSync(STAMP, lock);
}

/** Where a program is on PATH, or null. */
export function which(program) {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Finds a program on PATH; installs its Debian package when that is possible; else says what to install and stops. */
export function ensureProgram(program, debianPackage) {
  const found = which(program);
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !which('apt-get')) {
    return fail(
      `${program} is missing. Please install it (on Debian or Ubuntu: sudo apt-get install ${debianPackage}).`,
    );
  }
  console.log(`Installing ${debianPackage}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
      env,
      stdio: 'ignore',
    });
  if (install().status !== 0) {
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    install();
  }
  return (
    which(program) ?? fail(`${debianPackage} could not be installed. Please install ${program} by hand.`)
  );
}

/** Runs one of the project's scripts and stops with its exit code if it fails. */
export function run(command, args, env = {}) {
  try {
    execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureModules();
  for (const program of process.argv.slice(2)) ensureProgram(program, program);
}
