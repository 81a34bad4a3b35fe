import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const LOADER = new URL('load-env.mjs', import.meta.url).href;

/**
 * Returns the MAIL_FROM and MAIL_TO that a program sees when run with these variables in a folder with this
 * `.env`, or with none.
 */
function readSettings(file: string | null, variables: Record<string, string> = {}): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (file !== null) writeFileSync(join(folder, '.env'), file);
  const program = 'console.log(JSON.stringify([process.env.MAIL_FROM, process.env.MAIL_TO]))';
  const output = execFileSync(process.execPath, ['--import', LOADER, '--eval', program], {
    cwd: folder,
    env: variables,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

test('settings are read from .env, and environment variables override them', () => {
  const file = '# Mail\nMAIL_FROM=file@example.com\nMAIL_TO="two@example.com" # quoted\n';

  expect(readSettings(file)).toEqual(['file@example.com', 'two@example.com']);
  expect(readSettings(file, { MAIL_FROM: 'own@example.com', MAIL_TO: '' })).toEqual(['own@example.com', '']);
});

test('a missing .env is ignored without any output', () => {
  expect(readSettings(null, { MAIL_TO: 'own@example.com' })).toEqual([null, 'own@example.com']);
});

test('commands that run the product load .env, and commands that test it do not', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const reading = Object.keys(scripts).filter((name) =>
    scripts[name].includes('--import ./scripts/load-env.mjs'),
  );
  expect(reading.toSorted()).toEqual(
    [
      'backup',
      'check:ledger',
      'cluster',
      'create:admin',
      'dev',
      'doctor',
      'migrate',
      'resend:gift-card',
      'restore',
      'seed',
      'start',
    ].toSorted(),
  );
});
