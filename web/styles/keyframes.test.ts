import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENTER } from '../lib/motion.ts';

const web = new URL('../', import.meta.url);

/** The name of each `@keyframes` rule in the style sheets, duplicates included. */
const names = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) => [...readFileSync(new URL(file, web), 'utf8').matchAll(/@keyframes ([\w-]+)/g)])
  .map(([, name]) => name);

test('no two animations share a name, for the style sheet that loads last would change the other', () => {
  expect(names.length).toBeGreaterThan(5);
  expect(names).toEqual([...new Set(names)]);
});

test('style sheets and framer-motion share one entrance', () => {
  const css = readFileSync(new URL('styles/motion.css', web), 'utf8');
  expect(ENTER).toEqual({ duration: 0.26, ease: 'easeOut' });
  expect(css).toContain('--enter: 260ms ease-out;');
});
