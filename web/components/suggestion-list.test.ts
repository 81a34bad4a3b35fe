import { expect, test } from 'vitest';
import { CLOSED, type ComboboxState } from './combobox-state.ts';
import { isListKey, nextComboboxState } from './suggestion-list.tsx';

const press = (state: ComboboxState, ...keys: string[]) =>
  keys.reduce((at, key) => nextComboboxState(at, { type: 'keyed', key }, 3), state);

test('typing opens the list with no row chosen', () => {
  const onSecond = { isOpen: true, activeIndex: 1 };
  expect(nextComboboxState(onSecond, { type: 'typed' }, 3)).toEqual({ isOpen: true, activeIndex: -1 });
});

test('ArrowDown opens a closed list on its first row, ArrowUp on its last', () => {
  expect(press(CLOSED, 'ArrowDown')).toEqual({ isOpen: true, activeIndex: 0 });
  expect(press(CLOSED, 'ArrowUp')).toEqual({ isOpen: true, activeIndex: 2 });
});

test('the arrow keys wrap around at both ends of the list', () => {
  expect(press(CLOSED, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown').activeIndex).toBe(0);
  expect(press(CLOSED, 'ArrowDown', 'ArrowUp').activeIndex).toBe(2);
  expect(press(CLOSED, 'ArrowUp', 'ArrowUp').activeIndex).toBe(1);
});

test('the arrow keys do not open the list when there are no suggestions', () => {
  expect(nextComboboxState(CLOSED, { type: 'keyed', key: 'ArrowDown' }, 0)).toEqual(CLOSED);
});

test.each(['Escape', 'Enter', 'Tab'])('%s closes the list of suggestions', (key) => {
  expect(press(CLOSED, 'ArrowDown', key)).toEqual(CLOSED);
});

test.each(['Home', 'End', 'ArrowLeft', 'ArrowRight'])(
  '%s moves the caret, clears the chosen row and keeps the list open',
  (key) => {
    expect(press(CLOSED, 'ArrowDown', key)).toEqual({ isOpen: true, activeIndex: -1 });
  },
);

test('other keys keep the chosen row', () => {
  expect(press(CLOSED, 'ArrowDown', 'Shift')).toEqual({ isOpen: true, activeIndex: 0 });
});

test('the list takes the arrow keys always, and Enter and Escape only while it is shown', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab', 'Home'];

  expect(keys.filter((key) => isListKey(key, false))).toEqual(['ArrowDown', 'ArrowUp']);
  expect(keys.filter((key) => isListKey(key, true))).toEqual(['ArrowDown', 'ArrowUp', 'Enter', 'Escape']);
});

test('leaving the field closes the list of suggestions', () => {
  expect(nextComboboxState({ isOpen: true, activeIndex: 1 }, { type: 'left' }, 3)).toEqual(CLOSED);
});
