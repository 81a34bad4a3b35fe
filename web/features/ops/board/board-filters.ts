import { formatDate } from '#common/format-date-time.ts';
import { type BoardFilters, boardFiltersSchema, UNASSIGNED, valuesIn } from '#common/rides/board.ts';
import { statusLabel } from '#common/rides/ride-states.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';

/** The filters, in the order in which the board shows and names them. */
const FILTER_NAMES = ['status', 'vehicle', 'driver', 'date', 'q'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Reads the filters from the URL; invalid ones are omitted. */
export function readFilters(search: URLSearchParams): BoardFilters {
  const filters: BoardFilters = {};
  for (const name of FILTER_NAMES) {
    const parsed = boardFiltersSchema.shape[name].safeParse(search.get(name) || undefined);
    if (parsed.success && parsed.data) filters[name] = parsed.data;
  }
  return filters;
}

/** Returns the URL parameters with these filters, all others unchanged. */
export function writeFilters(search: URLSearchParams, filters: BoardFilters): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Whether any filter is set. */
export const isFiltered = (filters: BoardFilters): boolean => FILTER_NAMES.some((name) => filters[name]);

/** How many filters are set, not counting the search. */
export const filterCount = ({ q: _q, ...filters }: BoardFilters): number =>
  Object.values(filters).filter(Boolean).length;

/** Adds a value to a comma-separated filter, or removes it if it is set; undefined when none is left. */
export function toggleValue(text: string | undefined, value: string): string | undefined {
  const values = valuesIn(text);
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return next.length > 0 ? next.join(',') : undefined;
}

/** Returns a driver's name by id. */
export type NameOf = (driverId: string) => string | undefined;

interface Spoken {
  nameOf: NameOf;
  now: Date;
}

/** The value of one filter in words: `Hummer 18`, `Wed 25 Nov`. */
export function formatFilter(name: FilterName, value: string, { nameOf, now }: Spoken): string {
  if (name === 'q') return `“${value}”`;
  if (name === 'date') return formatDate(value, now);
  const words = valuesIn(value).map((each) => {
    if (name === 'status') return statusLabel(each);
    if (name === 'vehicle') return vehicleName(each);
    return each === UNASSIGNED ? 'Unassigned' : (nameOf(each) ?? 'Driver');
  });
  return words.length > 2 ? `${words[0]} and ${words.length - 1} more` : words.join(' or ');
}

/** All filters in one sentence: `Hummer 18 on Wed 25 Nov.` */
export function formatFilters(filters: BoardFilters, spoken: Spoken): string {
  const words = (name: FilterName) => {
    const value = filters[name];
    return value ? formatFilter(name, value, spoken) : null;
  };
  const [status, vehicle, driver, date, q] = FILTER_NAMES.map(words);
  const what = [status, vehicle, driver].filter(Boolean).join(', ');
  return `${[what, date && `${what ? 'on' : 'On'} ${date}`, q].filter(Boolean).join(what || date ? ' ' : '')}.`;
}
