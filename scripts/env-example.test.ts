import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

const example = parseEnv(readFileSync('.env.example', 'utf8'));

test('the example names every setting of server and workers', () => {
  const settings = readFileSync('server/env.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): z\./gm);
  const names = Array.from(settings, ([, name]) => name);

  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !(name && name in example))).toEqual([]);
});

test('taken as it stands, it changes nothing', () => {
  expect(readEnv(example)).toEqual(readEnv({}));
});

test('it sets no address or port, which would stand against PORT=3001 or the proxies of a cluster', () => {
  for (const name of ['PORT', 'PUBLIC_URL', 'TRUSTED_PROXIES']) expect(example[name]).toBe('');
});
