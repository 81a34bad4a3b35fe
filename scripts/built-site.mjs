import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs Marquee with a temporary data folder. Resolves to its URL and a function that stops it. */
export async function startMarquee() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-lighthouse-'));
  const marquee = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: `${port}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    marquee.once('exit', () => reject(new Error('Marquee did not start.')));
    marquee.stdout.on('data', (said) => said.includes('Marquee is at') && resolve());
  });
  const stop = async () => {
    const ended = new Promise((resolve) => marquee.once('exit', resolve));
    marquee.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}`, stop };
}
