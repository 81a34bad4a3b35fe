/** A list of suggestions under a text field: whether it shows, and which of its rows the arrows stand on (-1: none). */
export interface ComboboxState {
  isOpen: boolean;
  activeIndex: number;
}

/** What happens to it. `keyed` carries KeyboardEvent.key, and `typed` follows every edit of the text. */
export type ComboboxEvent = { type: 'typed' } | { type: 'keyed'; key: string } | { type: 'left' };

export const CLOSED: ComboboxState = { isOpen: false, activeIndex: -1 };

/**
 * The next state by the ARIA combobox pattern with a list popup, for `count` suggestions. Down and Up open the list and go
 * round in it, Escape closes only the list, and keys that move the caret give up the row but keep the list.
 */
export function nextComboboxState(state: ComboboxState, event: ComboboxEvent, count: number): ComboboxState {
  if (event.type === 'left') return CLOSED;
  if (event.type === 'typed') return { isOpen: true, activeIndex: -1 };

  const last = count - 1;
  const { activeIndex } = state.isOpen ? state : CLOSED;
  switch (event.key) {
    case 'ArrowDown':
      return count === 0 ? state : { isOpen: true, activeIndex: activeIndex === last ? 0 : activeIndex + 1 };
    case 'ArrowUp':
      return count === 0 ? state : { isOpen: true, activeIndex: activeIndex <= 0 ? last : activeIndex - 1 };
    case 'Enter':
    case 'Escape':
    case 'Tab':
      return CLOSED;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return { ...state, activeIndex: -1 };
    default:
      return state;
  }
}

/** What the live region says of the open list. */
export function suggestionCount(count: number): string {
  if (count === 0) return 'No suggestions. Any address can be typed.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
