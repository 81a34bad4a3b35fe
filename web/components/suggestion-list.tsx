import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CLOSED, type ComboboxEvent, type ComboboxState } from './combobox-state.ts';

/** A row of the list below a `Combobox`. */
export interface Suggestion {
  key: string;
  name: string;
  /** The second line, such as an address. */
  detail: ReactNode;
  icon: LucideIcon | null;
}

const scrollIntoSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

interface SuggestionRowsProps {
  /** The list's id. A row's id is the list's id with the row's index. */
  listId: string;
  suggestions: readonly Suggestion[];
  /** The active row; -1 for none. */
  activeIndex: number;
  onPick: (index: number) => void;
}

/** The rows of the list, each with name and detail. */
export const SuggestionRows = ({ listId, suggestions, activeIndex, onPick }: SuggestionRowsProps) =>
  suggestions.map((each, index) => (
    <button
      key={each.key}
      id={`${listId}-${index}`}
      ref={index === activeIndex ? scrollIntoSight : undefined}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={index === activeIndex}
      className={clsx(
        'flex w-full items-center gap-3 rounded-item px-3 py-2 text-left leading-snug transition-colors hover:bg-sunken',
        index === activeIndex && 'bg-sunken',
      )}
      onClick={() => onPick(index)}
    >
      {each.icon && <each.icon aria-hidden size={18} className="shrink-0 text-ink-2" />}
      <span className="wrap-anywhere min-w-0">
        <span className="block font-medium">{each.name}</span>
        <span className="block text-14 text-ink-2">{each.detail}</span>
      </span>
    </button>
  ));

/**
 * Returns the next state by the ARIA combobox pattern with a list popup, for `count` suggestions. Down and Up
 * open the list and cycle through it, Escape closes only the list, and keys that move the caret deactivate
 * the row but keep the list open.
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

/**
 * Whether the list handles a key instead of the field: the arrow keys, and while the list is shown also
 * Escape, and Enter, which chooses a row or closes the list instead of submitting the form.
 */
export const isListKey = (key: string, isShown: boolean): boolean =>
  ['ArrowDown', 'ArrowUp'].includes(key) || (isShown && ['Enter', 'Escape'].includes(key));
