// Runs before anything is installed: plain Node, no packages, no TypeScript. `npm run setup [-- redis-server
// chromium haproxy]` installs the node modules and the given programs.
import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const LOCKFILE = join(ROOT, 'package-lock.json');
/** npm's own list of what it has installed. It empties the folder first and writes the list last. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/**
 * Contains the process id of the running installation. Outside of node_modules, because `npm ci`
 * empties that folder.
 */
const INSTALL_LOCK = join(ROOT, '.data/install.lock');
const ASK_AGAIN_MS = 200;

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

/**
 * Installs the node modules of package-lock.json unless they are installed already, by whomever. Of several
 * processes that start at once, only one installs.
 */
export function ensureModules() {
  requireNode();
  if (areModulesInstalled()) return;
  const release = waitForTurn(INSTALL_LOCK, 'installs the node modules');
  const isDone = areModulesInstalled() || install();
  release();
  if (!isDone) fail('The node modules could not be installed. Is the npm registry within reach?');
}

/** Whether every package is installed as locked. Optional ones may be missing, as other platforms' are. */
function areModulesInstalled() {
  const json = readIfThere(INSTALLED);
  if (json === null) return false;
  const { packages: installed } = JSON.parse(json);
  const { packages: locked } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === '' || (optional && !found)) return true;
    return found?.version === version && found.integrity === integrity;
  });
}

function install() {
  console.log('Installing node modules…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    // A production build still needs its build tools.
    env: { ...process.env, NODE_ENV: 'development' },
  });
  return status === 0;
}

/**
 * Waits until no other process has the lock. Takes over the lock of a dead process.
 *
 * @param path the lock's file
 * @param work what its owner does, for the message that names it
 * @returns a function that releases the lock
 */
export function waitForTurn(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  let named;
  while (!takeLock(path)) {
    const owner = readIfThere(path);
    if (owner === null) continue;
    if (!isRunning(Number.parseInt(owner, 10))) {
      discardLock(path, owner);
      continue;
    }
    if (owner !== named) console.log(`Waiting for process ${owner}, which ${work}…`);
    named = owner;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ASK_AGAIN_MS);
  }
  return () => rmSync(path, { force: true });
}

/** Takes the lock with a hard link, so that its file never exists without the process id. */
function takeLock(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

/**
 * Removes the lock of a dead process. If another process has taken it over meanwhile, restores
 * that process's lock.
 */
function discardLock(path, owner) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isRunning(pid) {
  // A restarted container assigns the same process ids again.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the path of a program on PATH, or null. */
export function which(program) {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const canInstall = () => process.getuid?.() === 0 && which('apt-get') !== null;

const isKnownPackage = (name) => spawnSync('apt-cache', ['show', name]).status === 0;

/** Installs a Debian package if possible; does not fail. */
function installPackage(name) {
  console.log(`Installing ${name}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      env,
      stdio: 'ignore',
    });
  if (install().status !== 0) {
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    install();
  }
}

/**
 * Finds a program on PATH or, if possible, installs its Debian package. Otherwise prints what to
 * install and exits.
 */
export function ensureProgram(program, debianPackage) {
  const found = which(program);
  if (found) return found;
  if (!canInstall()) {
    return fail(
      `${program} is missing. Please install it (on Debian or Ubuntu: sudo apt-get install ${debianPackage}).`,
    );
  }
  installPackage(debianPackage);
  return (
    which(program) ?? fail(`${debianPackage} could not be installed. Please install ${program} by hand.`)
  );
}

/**
 * Finds or installs Chromium, and its headless shell, which uses a quarter less CPU for the same pages. The
 * shell is optional, because only Debian has a package for it.
 *
 * @returns the path of the full browser
 */
export function ensureChromium() {
  const chromium = ensureProgram('chromium', 'chromium');
  const shell = 'chromium-headless-shell';
  if (!which(shell) && canInstall() && isKnownPackage(shell)) installPackage(shell);
  return chromium;
}

/** Runs a program. If it fails, exits with its exit code. */
export function run(command, args, env = {}) {
  try {
    execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureModules();
  for (const program of process.argv.slice(2)) {
    if (program === 'chromium') ensureChromium();
    else ensureProgram(program, program);
  }
}
