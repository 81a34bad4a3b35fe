import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { STORED_DATA } from './stored-data.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

const pages = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|html)$/.test(path) && !/\.test\.|(^|\/)(testing|dev)\//.test(path))
  .map((path) => read(`web/${path}`));

/** Direct access to browser storage, bypassing `readStored` and the like, whose keys are type-checked. */
const DIRECT =
  /\b(?:localStorage|sessionStorage)\s*[.[]\s*['"]?\w+['"]?\]?\(\s*['"]([\w-]+)|document\.cookie|indexedDB\.|caches\.open/g;

test('theme is the only key that web code stores directly, and it is listed', () => {
  const direct = pages.flatMap(({ path, text }) =>
    [...text.matchAll(DIRECT)].map(([, key]) => ({ path, key })),
  );

  expect(direct).toEqual([{ path: 'web/index.html', key: 'theme' }]);
  expect(Object.keys(STORED_DATA)).toContain('theme');
});

test('every listed key is used in the code', () => {
  const text = [...pages, read('server/http/session.ts'), read('server/http/device-cookie.ts')]
    .filter(({ path }) => !path.endsWith('stored-data.ts'))
    .map((source) => source.text)
    .join('\n');

  expect(Object.keys(STORED_DATA).filter((key) => !text.includes(`'${key}'`))).toEqual([]);
});

test('the server sets only the listed cookies', () => {
  const server = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.|(^|\/)testing\//.test(path))
    .map((path) => read(`server/${path}`));

  expect(server.filter(({ text }) => /\.cookie\(|'set-cookie'/i.test(text)).map(({ path }) => path)).toEqual([
    'server/http/device-cookie.ts',
  ]);
  expect(read('server/http/device-cookie.ts').text).toContain("'__Secure-marquee-device' : 'marquee-device'");
  expect(read('server/http/session.ts').text).toContain("'__Host-marquee' : 'marquee'");
});
