import { RIDE_KEYS } from '../ride/ride-keys.ts';

/** An entry in the list of keyboard shortcuts. */
export interface ListedKey {
  keys: readonly string[];
  does: string;
}

/** Keyboard shortcuts of the rides board. */
export const BOARD_KEYS: readonly ListedKey[] = [
  { keys: ['J', 'K'], does: 'Next ride, previous ride' },
  { keys: ['Enter'], does: 'Open the ride' },
  { keys: ['Esc'], does: 'Close it, then clear the filters' },
  ...RIDE_KEYS.map(({ key, does }) => ({ keys: [key], does })),
  { keys: ['Z'], does: 'Undo what you just did' },
  { keys: ['M'], does: 'Show more of the group' },
  { keys: ['/'], does: 'Search' },
  { keys: ['F'], does: 'Filters' },
];
