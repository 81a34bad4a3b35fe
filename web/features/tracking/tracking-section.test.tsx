import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TrackingSection } from './tracking-section.tsx';

const text = renderToStaticMarkup(<TrackingSection />)
  .replace(/<[^>]+>/g, ' ')
  .replace(/\s+/g, ' ');

test('before its map, and without it, the section says all that the map shows', () => {
  for (const words of [
    'Marcus Thompson',
    'LUX 4821',
    '7 min',
    'Sahara Ave',
    'Pickup, 7:30 pm',
    'Drop-off, 7:48 pm',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toContain('Rated 4.9 of 5 · 328 trips');
});

test('nobody takes the sample for a live ride', () => {
  expect(text).toContain('A demonstration, not a live ride.');
});
