import clsx from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { FieldControl } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { announce } from '#web/lib/announce.ts';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { CLOSED, type ComboboxEvent } from './combobox-state.ts';
import type { Suggestion } from './suggestion-list.tsx';

type InputProps = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'maxLength' | 'autoFocus' | 'className'
>;

interface ComboboxProps<Suggested extends Suggestion> extends InputProps {
  /** From `Field`. */
  control: FieldControl;
  name: string;
  value: string;
  onType: (text: string) => void;
  suggestions: readonly Suggested[];
  onPick: (suggestion: Suggested) => void;
  /** Announced while the list is open, such as the number of suggestions; null for nothing. */
  announcement: string | null;
  /** Whether the list opens when the field gets the focus. */
  opensOnFocus?: boolean;
  /** Shown above the suggestions. */
  heading?: ReactNode;
  /** Class of the list's position, width and height. */
  listClass?: string;
}

/**
 * Loaded lazily, since the first paint shows no suggestions. If the user types before it is loaded, the list
 * opens afterwards.
 */
const suggestionList = lazyImport(() => import('./suggestion-list.tsx'));

/** A text that is typed freely or filled in by a suggestion: an ARIA combobox with a list popup. */
export function Combobox<Suggested extends Suggestion>({
  control,
  name,
  value,
  onType,
  suggestions,
  onPick,
  announcement,
  opensOnFocus = false,
  heading,
  listClass = 'inset-x-0 max-h-80',
  ...input
}: ComboboxProps<Suggested>) {
  const [state, setState] = useState(CLOSED);
  const root = useRef<HTMLDivElement>(null);
  const listId = useId();

  // Each edit retries a failed load. Without the code, any text can still be typed.
  const code = useLazyImport(suggestionList, value.length + 1);
  const isShown = state.isOpen && suggestions.length > 0 && Boolean(code);
  const dispatch = (event: ComboboxEvent) =>
    setState((known) => {
      if (code) return code.nextComboboxState(known, event, suggestions.length);
      return event.type === 'keyed' ? known : { ...CLOSED, isOpen: event.type === 'typed' };
    });

  useEffect(() => {
    if (state.isOpen && announcement) announce(announcement);
  }, [state.isOpen, announcement]);

  useEffect(() => {
    if (!isShown) return;
    // On some phones a tap outside does not blur the field, so blur alone would leave the list open.
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setState(CLOSED);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isShown]);

  const pick = (index: number) => {
    const suggestion = suggestions[index];
    if (suggestion) onPick(suggestion);
    dispatch({ type: 'left' });
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (code?.isListKey(event.key, isShown)) event.preventDefault();
    if (event.key === 'Enter' && isShown) pick(state.activeIndex);
    else dispatch({ type: 'keyed', key: event.key });
  };

  return (
    <div ref={root} className="relative">
      <TextInput
        {...control}
        {...input}
        name={name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={
          isShown && state.activeIndex >= 0 ? `${listId}-${state.activeIndex}` : undefined
        }
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onType(event.target.value);
          dispatch({ type: 'typed' });
        }}
        onKeyDown={handleKeyDown}
        onFocus={() => opensOnFocus && dispatch({ type: 'typed' })}
        onBlur={() => dispatch({ type: 'left' })}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        className={clsx(
          'absolute top-full z-20 mt-1.5 overflow-y-auto rounded-card bg-surface p-1.5 shadow-float',
          listClass,
        )}
        // Keeps the focus in the field while a row is pressed.
        onMouseDown={(event) => event.preventDefault()}
      >
        {heading}
        {code && (
          <code.SuggestionRows
            listId={listId}
            suggestions={suggestions}
            activeIndex={state.activeIndex}
            onPick={pick}
          />
        )}
      </div>
    </div>
  );
}
