import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { OPS_CONTROL } from './ops-control.ts';

/** How long the typing has to rest before the search runs. */
const REST_MS = 300;

interface SearchFieldProps {
  id?: string;
  /** The accessible name, where no label has the `id`. */
  label?: string;
  placeholder?: string;
  /** What is searched for now. */
  text: string;
  onSearch: (text: string) => void;
  /** Of the form around it: a width. */
  className?: string;
  /** Of the input: a height. */
  inputClass?: string;
  maxLength?: number;
  describedBy?: string;
  /** At its right edge, such as the key that leads here. */
  children?: ReactNode;
}

/** Searches once the typing rests, and at Enter at once. */
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
  // Cleared from elsewhere, as by Clear filters.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);

  // By the time the typing rests another filter may have been set, which an older `onSearch` knows nothing of.
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
