import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { OPS_CONTROL } from './ops-control.ts';

/** Debounce of the search, in milliseconds. */
const REST_MS = 300;

interface SearchFieldProps {
  id?: string;
  /** The accessible name, if no label refers to `id`. */
  label?: string;
  placeholder?: string;
  /** The current search text. */
  text: string;
  onSearch: (text: string) => void;
  /** Class of the form, such as for its width. */
  className?: string;
  /** Class of the input, such as for its height. */
  inputClass?: string;
  maxLength?: number;
  describedBy?: string;
  /** Shown at the right edge, such as the keyboard shortcut. */
  children?: ReactNode;
}

/** Search input. Searches once typing pauses, or at once on Enter. */
export function SearchField(props: SearchFieldProps) {
  const {
    id,
    label,
    placeholder,
    text,
    onSearch,
    className = 'flex-1 sm:w-64',
    inputClass = `${OPS_CONTROL} h-auto!`,
    maxLength = 100,
    describedBy,
    children,
  } = props;
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  // The text may be changed from outside, as by Clear filters.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);

  // Another filter may be set before the debounce ends, so the latest `onSearch` is called.
  const latest = useRef({ text, onSearch });
  useEffect(() => {
    latest.current = { text, onSearch };
  });

  const search = () => {
    clearTimeout(timer.current);
    const wanted = field.current?.value.trim() ?? '';
    if (wanted !== latest.current.text) latest.current.onSearch(wanted);
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };

  const handleChange = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, REST_MS);
  };

  return (
    <form onSubmit={handleSubmit} className={clsx('relative min-w-0', className)}>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <TextInput
        ref={field}
        id={id}
        type="search"
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        defaultValue={text}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={handleChange}
        className={clsx('pl-9! [&:placeholder-shown::-webkit-search-cancel-button]:hidden', inputClass)}
      />
      {children}
    </form>
  );
}
