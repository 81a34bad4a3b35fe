import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createStandInScript } from './app.ts';

const directory = mkdtempSync(join(tmpdir(), 'stand-in-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('a built script is served as it is', async () => {
  const path = join(directory, 'stripe-stand-in.js');
  writeFileSync(path, 'window.Stripe = 1;');
  expect(await createStandInScript(path)()).toBe('window.Stripe = 1;');
});

test('without one the script is bundled, and complies with a strict content security policy', async () => {
  const script = await createStandInScript(undefined)();
  expect(script).toContain('Stripe:');
  expect(script).not.toMatch(
    /\beval\(|new Function|innerHTML|\.setAttribute\("style"|createElement\("style"/,
  );
});
