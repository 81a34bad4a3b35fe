/** The suggestions below a text field: whether they are shown, and the index of the active row (-1: none). */
export interface ComboboxState {
  isOpen: boolean;
  activeIndex: number;
}

/** `keyed` carries KeyboardEvent.key; `typed` follows every edit of the text. */
export type ComboboxEvent = { type: 'typed' } | { type: 'keyed'; key: string } | { type: 'left' };

export const CLOSED: ComboboxState = { isOpen: false, activeIndex: -1 };
