import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCircle, findStalePaths } from './chunks.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PACKAGES = [
  '@socket.io',
  'engine.io-client',
  'lucide-react',
  'react-hotkeys-hook',
  'socket.io-client',
  'zod',
];

test('every module in the list of chunks exists', () => {
  const folders = ['common', 'web', ...PACKAGES.map((name) => `node_modules/${name}`)];
  const files = folders.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true }).map((file) => `/${folder}/${file}`),
  );

  expect(findStalePaths(files)).toEqual([]);
  expect(findStalePaths(files.filter((file) => !file.includes('ui/field.')))).toEqual(['ui/field']);
});

test('chunks that import each other in a circle are found', () => {
  const chunks = [
    { fileName: 'page.js', imports: ['base.js', 'rides.js'] },
    { fileName: 'rides.js', imports: ['base.js', 'board.js'] },
    { fileName: 'board.js', imports: ['rides.js'] },
    { fileName: 'base.js', imports: [] },
  ];

  expect(findCircle(chunks)).toEqual(['rides.js', 'board.js', 'rides.js']);
  expect(findCircle(chunks.filter(({ fileName }) => fileName !== 'board.js'))).toEqual([]);
});
