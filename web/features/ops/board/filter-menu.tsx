import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { valuesIn } from '#common/rides/board.ts';
import { Popover } from '#web/components/ui/popover.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { toggleValue } from './board-filters.ts';

/** A choice of a filter. */
export interface FilterChoice {
  value: string;
  label: string;
}

interface FilterMenuProps {
  /** Name of the filter, such as `Vehicle`. */
  label: string;
  /** The filter's value in words; null while it is not set. */
  words: string | null;
  onClear: () => void;
  /** Called when the choices are shown. */
  onOpen?: () => void;
  children: React.ReactNode;
}

/** A button that opens a filter's choices. Shows the value and a clear button while the filter is set. */
export function FilterMenu({ label, words, onClear, onOpen, children }: FilterMenuProps) {
  const isSet = words !== null;
  return (
    <span className={isSet ? 'inline-flex max-w-64 rounded-item bg-sunken' : 'inline-flex'}>
      <Popover
        label={isSet ? `${label}: ${words}` : label}
        triggerClass={`${OPS_CONTROL} inline-flex min-w-0 items-center gap-2 pl-3 font-medium ${isSet ? 'pr-1' : 'border border-control pr-2.5 hover:bg-sunken'}`}
        panelClass="w-64 p-2"
        onOpen={onOpen}
        trigger={
          isSet ? (
            <>
              <span className="font-normal text-ink-2">{label}</span>
              <span className="truncate">{words}</span>
            </>
          ) : (
            <>
              {label}
              <ChevronDown aria-hidden size={16} className="chevron text-ink-2" />
            </>
          )
        }
      >
        {children}
      </Popover>
      {isSet && (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={onClear}
          className={`${OPS_CONTROL} grid w-9 shrink-0 place-items-center text-ink-2 hover:text-ink`}
        >
          <X aria-hidden size={16} />
        </button>
      )}
    </span>
  );
}

/** Lists with at least this many choices get a search field. */
const SEARCHED_FROM = 17;

interface ChoiceListProps {
  label: string;
  choices: readonly FilterChoice[];
  /** Chosen values, separated by commas. */
  chosen: string | undefined;
  /** How many rides each choice would match; null until known. */
  counts: Readonly<Record<string, number>> | null;
  onChange: (chosen: string | undefined) => void;
}

/** A list of checkboxes, any number of which may be checked. */
export function ChoiceList({ label, choices, chosen, counts, onChange }: ChoiceListProps) {
  const [search, setSearch] = useState('');
  // The URL changes on a later render; clicks until then build on this local state.
  const [lastChosen, setLastChosen] = useState(chosen);
  const [ticked, setTicked] = useState(chosen);
  if (lastChosen !== chosen) {
    setLastChosen(chosen);
    setTicked(chosen);
  }
  const values = valuesIn(ticked);

  const handleTick = (value: string) => {
    const next = toggleValue(ticked, value);
    setTicked(next);
    onChange(next);
  };

  const shown = choices.filter(
    (choice) => values.includes(choice.value) || choice.label.toLowerCase().includes(search.toLowerCase()),
  );

  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      {choices.length >= SEARCHED_FROM && (
        <TextInput
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className={`${OPS_CONTROL} mb-1 h-auto! px-3!`}
        />
      )}
      <div className="max-h-80 overflow-y-auto">
        {shown.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-11 items-center gap-3 rounded-item px-2 text-14 hover:bg-sunken xl:pointer-fine:min-h-9"
          >
            <input
              type="checkbox"
              checked={values.includes(choice.value)}
              onChange={() => handleTick(choice.value)}
              className="size-4 accent-switch-on"
            />
            {choice.label}{' '}
            {counts && (
              <span className="figures ml-auto font-normal text-ink-2">{counts[choice.value] ?? 0}</span>
            )}
          </label>
        ))}
        {shown.length === 0 && <p className="px-2 py-2 text-14 text-ink-2">No matches.</p>}
      </div>
    </fieldset>
  );
}
