import { KeyCap } from '../keys/key-cap.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { SearchField } from '../search-field.tsx';

interface BoardSearchProps {
  text: string;
  onSearch: (q: string | undefined) => void;
}

/** Search over riders, places, phone numbers and references. */
export const BoardSearch = ({ text, onSearch }: BoardSearchProps) => (
  <div
    id={SEARCH_ID}
    className="min-w-0 max-sm:order-last max-sm:basis-full sm:max-xl:min-w-42 sm:max-xl:flex-1"
  >
    <SearchField
      label="Search rides"
      placeholder="Rider, place, phone"
      text={text}
      onSearch={(q) => onSearch(q || undefined)}
      className="flex-1 xl:w-64"
      inputClass={`${OPS_CONTROL} h-auto! max-xl:pr-2!`}
    >
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 max-xl:hidden"
      >
        <KeyCap>/</KeyCap>
      </span>
    </SearchField>
  </div>
);

const SEARCH_ID = 'board-search';

/** Focuses the search field. */
export const focusSearch = (): void =>
  document.getElementById(SEARCH_ID)?.querySelector<HTMLElement>('input')?.focus();
