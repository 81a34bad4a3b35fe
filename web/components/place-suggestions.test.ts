import { expect, test } from 'vitest';
import { CLOSED, type ComboboxState } from './combobox-state.ts';
import { nextComboboxState, suggestionCount } from './place-suggestions.tsx';

const press = (state: ComboboxState, ...keys: string[]) =>
  keys.reduce((at, key) => nextComboboxState(at, { type: 'keyed', key }, 3), state);

test('typing opens the list with no row chosen', () => {
  const onSecond = { isOpen: true, activeIndex: 1 };
  expect(nextComboboxState(onSecond, { type: 'typed' }, 3)).toEqual({ isOpen: true, activeIndex: -1 });
});

test('Down opens a closed list on its first row, Up on its last', () => {
  expect(press(CLOSED, 'ArrowDown')).toEqual({ isOpen: true, activeIndex: 0 });
  expect(press(CLOSED, 'ArrowUp')).toEqual({ isOpen: true, activeIndex: 2 });
});

test('the arrows go round at both ends', () => {
  expect(press(CLOSED, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown').activeIndex).toBe(0);
  expect(press(CLOSED, 'ArrowDown', 'ArrowUp').activeIndex).toBe(2);
});

test('the arrows open nothing when there is nothing to suggest', () => {
  expect(nextComboboxState(CLOSED, { type: 'keyed', key: 'ArrowDown' }, 0)).toEqual(CLOSED);
});

test.each(['Escape', 'Enter', 'Tab'])('%s closes the list', (key) => {
  expect(press(CLOSED, 'ArrowDown', key)).toEqual(CLOSED);
});

test('moving the caret gives up the row and keeps the list', () => {
  expect(press(CLOSED, 'ArrowDown', 'ArrowLeft')).toEqual({ isOpen: true, activeIndex: -1 });
});

test('leaving the field closes the list', () => {
  expect(nextComboboxState({ isOpen: true, activeIndex: 1 }, { type: 'left' }, 3)).toEqual(CLOSED);
});

test('the number of suggestions is put in words', () => {
  expect([0, 1, 8].map(suggestionCount)).toEqual([
    'No suggestions. You can type any address.',
    '1 suggestion',
    '8 suggestions',
  ]);
});
