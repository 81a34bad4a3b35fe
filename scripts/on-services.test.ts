import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Runs a program that prints its environment, beside a data folder with these files. */
function environmentWith(files: Record<string, string>, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-on-services-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const program = join(folder, 'print.mjs');
  writeFileSync(program, 'console.log(JSON.stringify(process.env))');
  const unset = {
    ...{ SESSION_SECRET: '', GIFT_CARD_SECRET: '', STRIPE_SECRET_KEY: '', STRIPE_SIMULATOR_URL: '' },
    STRIPE_WEBHOOK_SECRET: '',
  };
  const env = { ...process.env, ...unset, DATA_DIR: folder, ...settings };
  const out = execFileSync(process.execPath, ['scripts/on-services.mjs', program], { env, encoding: 'utf8' });
  return JSON.parse(out);
}

const SECRETS = { 'session-secret': 'made 1', 'gift-card-secret': 'made 2', 'webhook-secret': 'made 3' };
const SIMULATED = { 'services.json': JSON.stringify({ stripe: 'http://127.0.0.1:1' }) };

test('a program gets every secret that `npm start` generated', () => {
  expect(environmentWith({ ...SECRETS, ...SIMULATED })).toMatchObject({
    SESSION_SECRET: 'made 1',
    GIFT_CARD_SECRET: 'made 2',
    STRIPE_WEBHOOK_SECRET: 'whsec_made 3',
    STRIPE_SIMULATOR_URL: 'http://127.0.0.1:1',
  });
});

test('secrets of the environment have priority over generated ones', () => {
  const own = { SESSION_SECRET: 'a', GIFT_CARD_SECRET: 'b', STRIPE_WEBHOOK_SECRET: 'c' };

  expect(environmentWith({ ...SECRETS, ...SIMULATED }, own)).toMatchObject(own);
});

test('the secret of the simulator is not used with keys of Stripe', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1' };

  expect(environmentWith({ ...SECRETS, ...SIMULATED }, keys).STRIPE_WEBHOOK_SECRET).toBe('');
  expect(environmentWith(SECRETS, keys)).toMatchObject({
    GIFT_CARD_SECRET: 'made 2',
    STRIPE_WEBHOOK_SECRET: '',
  });
});
