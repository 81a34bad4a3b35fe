import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

const example = parseEnv(readFileSync('.env.example', 'utf8'));

test('.env.example names every setting of server and workers', () => {
  const settings = readFileSync('server/env.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): z\./gm);
  const names = Array.from(settings, ([, name]) => name);

  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !(name && name in example))).toEqual([]);
});

test('.env.example without edits changes no setting', () => {
  expect(readEnv(example)).toEqual(readEnv({}));
});

test('.env.example leaves PORT, PUBLIC_URL and TRUSTED_PROXIES empty, so that it overrides none of them', () => {
  for (const name of ['PORT', 'PUBLIC_URL', 'TRUSTED_PROXIES']) expect(example[name]).toBe('');
});
