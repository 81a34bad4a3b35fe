import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../embedded/launch/free-port.ts';

const START_LIMIT_MS = 60_000;

/** Resolves when the launcher says where Marquee is; rejects with what it said instead. */
function untilUp(launcher: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Marquee did not come up: ${said}`)), START_LIMIT_MS);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('Marquee is at')) return;
      clearTimeout(timer);
      resolve();
    };
    launcher.stdout?.on('data', listen);
    launcher.stderr?.on('data', listen);
    launcher.once('exit', () => reject(new Error(`Marquee ended: ${said}`)));
  });
}

/**
 * Starts the whole product as `npm start` does, on a free port and a data folder of its own, for all browser tests.
 * Leaves the address in MARQUEE_URL and the services file's path in MARQUEE_SERVICES.
 *
 * @returns ends it and throws the data away
 */
async function startMarquee(): Promise<() => Promise<void>> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  const launcher = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      PORT: `${port}`,
      DATA_DIR: dataDir,
      NODE_ENV: 'development',
      TRUSTED_PROXIES: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilUp(launcher);
  const services = join(dataDir, 'services.json');
  process.env.MARQUEE_SERVICES = services;
  process.env.MARQUEE_URL = JSON.parse(readFileSync(services, 'utf8')).web;

  return async () => {
    const ended = new Promise((resolve) => launcher.once('exit', resolve));
    launcher.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export default startMarquee;
