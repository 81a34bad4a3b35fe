import { useSearchParams } from 'react-router-dom';
import { valuesIn } from '#common/rides/board.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { ChoiceList, type FilterChoice, FilterMenu } from '../board/filter-menu.tsx';
import { driverMeets } from '../fleet/find-in-fleet.ts';
import { worstPaper } from '../papers/paper-status.ts';
import { papersOf } from './format-driver.ts';
import type { DriverAtWork } from './use-drivers-at-work.ts';

/** The filters of the drivers' list that have choices, by their URL parameter. */
const FILTERS = {
  vehicle: {
    label: 'Vehicle',
    choices: VEHICLES.map(({ id, name }): FilterChoice => ({ value: id, label: name })),
    valuesOf: ({ driver }: DriverAtWork): string[] => driver.vehicles.map(({ rideType }) => rideType),
  },
  documents: {
    label: 'Documents',
    choices: [
      { value: 'danger', label: 'Ended' },
      { value: 'warn', label: 'Ending or missing' },
      { value: 'fine', label: 'All in date' },
    ] satisfies FilterChoice[],
    valuesOf: ({ driver }: DriverAtWork, now: Date): string[] => [worstPaper(papersOf(driver), now).tone],
  },
} as const;

type FilterName = keyof typeof FILTERS;
const NAMES: readonly FilterName[] = ['vehicle', 'documents'];

/** The filters in the URL; values of one filter are separated by commas. */
export type DriverFilters = Partial<Record<FilterName | 'q', string>>;

/** Reads and changes the filters in the URL. */
export function useDriverFilters() {
  const [params, setParams] = useSearchParams();
  const filters: DriverFilters = {};
  for (const name of [...NAMES, 'q' as const]) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const change = (name: keyof DriverFilters, value: string | undefined) =>
    setParams(
      (known) => {
        if (value) known.set(name, value);
        else known.delete(name);
        return known;
      },
      { replace: true },
    );
  return { filters, change, clear: () => setParams({}, { replace: true }) };
}

/** Whether a driver matches the search and all filters. */
export const isShown = (row: DriverAtWork, filters: DriverFilters, now: Date): boolean =>
  driverMeets(row.driver, filters.q ?? '') && NAMES.every((name) => isChosen(row, name, filters, now));

function isChosen(row: DriverAtWork, name: FilterName, filters: DriverFilters, now: Date): boolean {
  const chosen = valuesIn(filters[name]);
  return chosen.length === 0 || FILTERS[name].valuesOf(row, now).some((value) => chosen.includes(value));
}

/** Puts a driver's vehicles of the chosen kinds first, because a row shows the first vehicle. */
export function withChosenFirst(row: DriverAtWork, { vehicle }: DriverFilters): DriverAtWork {
  const chosen = valuesIn(vehicle);
  if (chosen.length === 0) return row;
  const rank = (kind: string) => (chosen.includes(kind) ? 0 : 1);
  const vehicles = row.driver.vehicles.toSorted((one, other) => rank(one.rideType) - rank(other.rideType));
  return { ...row, driver: { ...row.driver, vehicles } };
}

/** The filters in words: `Lux SUV, Hummer 18; Ended`; null without any, apart from the search. */
export function formatDriverFilters(filters: DriverFilters): string | null {
  const words = NAMES.flatMap((name) => wordsOf(name, filters[name]) ?? []);
  return words.length > 0 ? words.join('; ') : null;
}

const wordsOf = (name: FilterName, value: string | undefined): string | null => {
  const chosen = valuesIn(value);
  const labels = chosen.map(
    (each) => FILTERS[name].choices.find((choice) => choice.value === each)?.label ?? each,
  );
  return labels.length > 0 ? labels.join(', ') : null;
};

interface DriverFilterBarProps {
  drivers: readonly DriverAtWork[];
  filters: DriverFilters;
  now: Date;
  onChange: (name: FilterName, value: string | undefined) => void;
}

/** Menus of the filters. Each choice says how many drivers it would list, given the other filters. */
export function DriverFilterBar({ drivers, filters, now, onChange }: DriverFilterBarProps) {
  return NAMES.map((name) => {
    const { label, choices, valuesOf } = FILTERS[name];
    const others = drivers.filter((row) => isShown(row, { ...filters, [name]: '' }, now));
    const counts: Record<string, number> = {};
    for (const row of others) {
      for (const value of new Set(valuesOf(row, now))) counts[value] = (counts[value] ?? 0) + 1;
    }
    return (
      <FilterMenu
        key={name}
        label={label}
        words={wordsOf(name, filters[name])}
        onClear={() => onChange(name, undefined)}
      >
        <ChoiceList
          label={label}
          choices={choices}
          chosen={filters[name]}
          counts={counts}
          onChange={(chosen) => onChange(name, chosen)}
        />
      </FilterMenu>
    );
  });
}
