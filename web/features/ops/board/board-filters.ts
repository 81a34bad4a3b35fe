import { type BoardFilters, boardFiltersSchema, UNASSIGNED, valuesIn } from '#common/rides/board.ts';
import { statusLabel } from '#common/rides/ride-states.ts';
import { formatDay, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';

/** The filters, in the order in which the board shows and names them. */
export const FILTER_NAMES = ['status', 'vehicle', 'driver', 'date', 'q'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The filters of an address; one that makes no sense is left out. */
export function readFilters(search: URLSearchParams): BoardFilters {
  const filters: BoardFilters = {};
  for (const name of FILTER_NAMES) {
    const parsed = boardFiltersSchema.shape[name].safeParse(search.get(name) || undefined);
    if (parsed.success && parsed.data) filters[name] = parsed.data;
  }
  return filters;
}

/** An address with these filters, and with all else it had. */
export function writeFilters(search: URLSearchParams, filters: BoardFilters): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Whether any is set. */
export const isFiltered = (filters: BoardFilters): boolean => FILTER_NAMES.some((name) => filters[name]);

/** How many are set, the search not counted. */
export const filterCount = ({ q: _q, ...filters }: BoardFilters): number =>
  Object.values(filters).filter(Boolean).length;

/** A filter with a value added, or taken out where it is set; undefined where none is left. */
export function toggleValue(text: string | undefined, value: string): string | undefined {
  const values = valuesIn(text);
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return next.length > 0 ? next.join(',') : undefined;
}

/** How a driver is called, by id. */
export type NameOf = (driverId: string) => string | undefined;

interface Spoken {
  nameOf: NameOf;
  now: Date;
}

/** What one filter is set to: `Hummer 18`, `Wed 25 Nov`. */
export function filterWords(name: FilterName, value: string, { nameOf, now }: Spoken): string {
  if (name === 'q') return `“${value}”`;
  if (name === 'date') {
    const day = toInstant(value, '12:00');
    return day ? formatDay(day, now) : value;
  }
  const words = valuesIn(value).map((each) => {
    if (name === 'status') return statusLabel(each);
    if (name === 'vehicle') return vehicleName(each);
    return each === UNASSIGNED ? 'Unassigned' : (nameOf(each) ?? 'Driver');
  });
  return words.length > 2 ? `${words[0]} and ${words.length - 1} more` : words.join(' or ');
}

/** All filters in a sentence: `Hummer 18 on Wed 25 Nov.` */
export function filtersInWords(filters: BoardFilters, spoken: Spoken): string {
  const words = (name: FilterName) => {
    const value = filters[name];
    return value ? filterWords(name, value, spoken) : null;
  };
  const [status, vehicle, driver, date, q] = FILTER_NAMES.map(words);
  const what = [status, vehicle, driver].filter(Boolean).join(', ');
  return `${[what, date && `${what ? 'on' : 'On'} ${date}`, q].filter(Boolean).join(what || date ? ' ' : '')}.`;
}
