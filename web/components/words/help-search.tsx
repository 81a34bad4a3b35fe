import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { IconButton } from '#web/components/ui/icon-button.tsx';

interface HelpSearchProps {
  value: string;
  onChange: (search: string) => void;
}

/** The search of the help page. What it finds is the page's to show. */
export function HelpSearch({ value, onChange }: HelpSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };

  return (
    <search className="mt-8 block max-w-[720px] lg:mt-6">
      <label htmlFor={id} className="sr-only">
        Search questions
      </label>
      <span className="relative block">
        <Search aria-hidden size={20} className="absolute top-1/2 left-4.5 -translate-y-1/2 text-ink-2" />
        <input
          ref={input}
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Search questions"
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-15 w-full rounded-card border border-control bg-surface pr-14 pl-12 text-18 placeholder:text-ink-2 focus-visible:border-gold focus-visible:outline-1 focus-visible:-outline-offset-2 focus-visible:outline-gold dark:bg-sunken [&::-webkit-search-cancel-button]:appearance-none"
        />
        {value && (
          <IconButton label="Clear search" className="absolute top-2 right-2" onClick={handleClear}>
            <X aria-hidden size={20} />
          </IconButton>
        )}
      </span>
      <p id={`${id}-hint`} className="mt-2.5 text-14 text-ink-2">
        Try: airport pickup, cancel, gift card
      </p>
    </search>
  );
}
