import { expect, test } from 'vitest';
import { suggestionCount, suggestionsFor } from './place-suggestions.ts';

test('saved places that contain the text come before built-in ones, eight rows in all', () => {
  const saved = ['Home', 'Gym'].map((name) => ({ id: name, name, address: '17 Hidden Lane, Las Vegas' }));
  const namesFor = (text: string) => suggestionsFor(text, saved).map(({ name }) => name);

  expect(namesFor(' ')).toEqual(['Home', 'Gym']);
  expect(namesFor('HOME')).toEqual(['Home']);
  expect(namesFor('las vegas').slice(0, 2)).toEqual(['Home', 'Gym']);
  expect(namesFor('las vegas')).toHaveLength(8);
  expect(suggestionsFor('hidden lane', saved).map(({ text }) => text)).toEqual([
    '17 Hidden Lane, Las Vegas',
    '17 Hidden Lane, Las Vegas',
  ]);
});

test('the number of suggestions is formatted as text', () => {
  expect([0, 1, 8].map(suggestionCount)).toEqual([
    'No suggestions. You can type any address.',
    '1 suggestion',
    '8 suggestions',
  ]);
});
