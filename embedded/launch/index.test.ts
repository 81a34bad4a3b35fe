import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from '../directory-lock.ts';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { freePort } from './free-port.ts';

test.each(['embedded/launch/index.ts', 'scripts/start.mjs'])(
  '%s refuses a folder that another launcher uses and changes nothing in it',
  async (program) => {
    const dataDir = temporaryDirectory();
    onTestFinished(lockDirectory(dataDir));
    mkdirSync(join(dataDir, 'logs'));
    const kept = { 'services.json': '{ "web": "http://localhost:4000" }', 'logs/server.log': 'a line' };
    for (const [name, content] of Object.entries(kept)) writeFileSync(join(dataDir, name), content);

    const second = spawn(process.execPath, ['--import', 'tsx', program], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: `${await freePort()}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void second.kill('SIGTERM'));
    const [errorOutput, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')]);

    expect(errorOutput).toContain(
      `${dataDir} is in use by process ${process.pid}: Marquee runs at http://localhost:4000.`,
    );
    expect(code).toBe(1);
    expect(readdirSync(dataDir).toSorted()).toEqual(['lock', 'logs', 'services.json']);
    for (const [name, content] of Object.entries(kept)) {
      expect(readFileSync(join(dataDir, name), 'utf8')).toBe(content);
    }
  },
);

test('in production without STRIPE_WEBHOOK_SECRET the launcher refuses to start, instead of making one up', async () => {
  const dataDir = temporaryDirectory();
  const launcher = spawn(process.execPath, ['--import', 'tsx', 'embedded/launch/index.ts'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: `${await freePort()}`,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://marquee.example',
      MONGO_URL: 'mongodb://127.0.0.1:1/marquee',
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: '',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void launcher.kill('SIGTERM'));
  const [errorOutput, [code]] = await Promise.all([text(launcher.stderr), once(launcher, 'exit')]);

  expect(errorOutput).toContain('Settings are not usable: STRIPE_WEBHOOK_SECRET must be set in production');
  expect(code).toBe(1);
});
