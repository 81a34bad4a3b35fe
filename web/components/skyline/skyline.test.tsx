import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { seededRandom } from './night.ts';
import { Skyline } from './skyline.tsx';

test('the skyline is identical in every render and does not use Math.random', () => {
  const chance = vi.spyOn(Math, 'random');
  const first = renderToStaticMarkup(<Skyline />);

  expect(renderToStaticMarkup(<Skyline />)).toBe(first);
  expect(first).not.toMatch(/NaN|undefined/);
  expect(chance).not.toHaveBeenCalled();
});

test('two skylines on a page share no id', () => {
  const markup = renderToStaticMarkup(
    <>
      <Skyline />
      <Skyline />
    </>,
  );
  const ids = Array.from(markup.matchAll(/ id="([^"]+)"/g), ([, id]) => id);

  expect(ids.length).toBeGreaterThan(4);
  expect(new Set(ids).size).toBe(ids.length);
});

test('seeded numbers repeat for one seed, differ between seeds and spread over 0 to 1', () => {
  const take = (seed: number) => Array.from({ length: 400 }, seededRandom(seed));
  const numbers = take(7);

  expect(take(7)).toEqual(numbers);
  expect(take(8)).not.toEqual(numbers);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, value) => sum + value) / numbers.length).toBeCloseTo(0.5, 1);
});
