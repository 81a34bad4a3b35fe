/** A key of the console, for the list of them. */
export interface ListedKey {
  keys: readonly string[];
  does: string;
}

/** The keys of the rides board. */
export const BOARD_KEYS: readonly ListedKey[] = [
  { keys: ['J', 'K'], does: 'Next ride, previous ride' },
  { keys: ['Enter'], does: 'Open the ride' },
  { keys: ['Esc'], does: 'Close it, then clear the filters' },
  { keys: ['A'], does: 'Assign a driver' },
  { keys: ['N'], does: 'Write a note' },
  { keys: ['/'], does: 'Search' },
  { keys: ['F'], does: 'Filters' },
];
