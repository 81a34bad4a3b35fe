import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createStandInScript } from './app.ts';

const directory = mkdtempSync(join(tmpdir(), 'stand-in-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('a prebuilt stand-in script is served unchanged', async () => {
  const path = join(directory, 'stripe-stand-in.js');
  writeFileSync(path, 'window.Stripe = 1;');
  expect(await createStandInScript(path)()).toBe('window.Stripe = 1;');
});

test('without a prebuilt script, the stand-in is bundled and fits a strict content security policy', async () => {
  const script = await createStandInScript(undefined)();
  expect(script).toContain('Stripe:');
  expect(script).not.toMatch(
    /\beval\(|new Function|innerHTML|\.setAttribute\("style"|createElement\("style"/,
  );
});
