import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type BoardFilters, UNASSIGNED } from '#common/rides/board.ts';
import { type BoardCounts, countBoardRides } from '#common/rides/board-api.ts';
import { rideStatusSchema, statusLabel } from '#common/rides/ride-states.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { type FilterName, filterCount, formatFilter, type NameOf } from './board-filters.ts';
import { ChoiceList, type FilterChoice, FilterMenu } from './filter-menu.tsx';

interface FilterBarProps {
  filters: BoardFilters;
  drivers: readonly { id: string; name: string }[];
  nameOf: NameOf;
  now: Date;
  onChange: (part: BoardFilters) => void;
}

/** A filter with choices: its URL parameter, label and field. */
interface BoardFilter {
  name: Exclude<FilterName, 'q'>;
  label: string;
  field: ReactNode;
}

/** The filters: a row of buttons, or on a phone one button that opens a sheet. */
export function FilterBar(props: FilterBarProps) {
  const { filters, nameOf, now, onChange } = props;
  const { counts, recount } = useCounts(filters);
  const each = useFilters(props, counts);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const count = filterCount(filters);

  return (
    <>
      <div id={FILTERS_ID} className="flex flex-wrap gap-2 max-sm:hidden">
        {each.map(({ name, label, field }) => {
          const value = filters[name];
          return (
            <FilterMenu
              key={name}
              label={label}
              words={value ? formatFilter(name, value, { nameOf, now }) : null}
              onClear={() => onChange({ [name]: undefined })}
              onOpen={recount}
            >
              {field}
            </FilterMenu>
          );
        })}
      </div>
      <button
        id={SHEET_BUTTON_ID}
        type="button"
        aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
        onClick={() => {
          recount();
          setSheetOpen(true);
        }}
        className="relative grid size-11 shrink-0 place-items-center rounded-item border border-control sm:hidden"
      >
        <SlidersHorizontal aria-hidden size={18} />
        {count > 0 && (
          <span className="-top-1.5 -right-1.5 absolute grid size-5 place-items-center rounded-full bg-action font-semibold text-12 text-on-action">
            {count}
          </span>
        )}
      </button>
      <Dialog isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} title="Filters">
        <div className="grid max-h-[60dvh] gap-6 overflow-y-auto">
          {each.map(({ name, label, field }) => (
            <section key={name} aria-label={label}>
              <h3 className="mb-1 font-medium text-14">{label}</h3>
              {field}
            </section>
          ))}
        </div>
        <Button className="mt-6 w-full" size={48} onClick={() => setSheetOpen(false)}>
          Show rides
        </Button>
      </Dialog>
    </>
  );
}

const FILTERS_ID = 'board-filters';
const SHEET_BUTTON_ID = 'board-filters-sheet';

/** Opens the first filter and focuses it; on a phone opens the sheet. */
export function openFilters(): void {
  const bar = document.getElementById(FILTERS_ID);
  if (!bar?.checkVisibility()) {
    document.getElementById(SHEET_BUTTON_ID)?.click();
    return;
  }
  bar.querySelector<HTMLElement>('button[popovertarget]')?.click();
  bar.querySelector<HTMLElement>('[popover] input')?.focus();
}

const STATUSES: readonly FilterChoice[] = rideStatusSchema.options.map((value) => ({
  value,
  label: statusLabel(value),
}));
const KINDS: readonly FilterChoice[] = VEHICLES.map(({ id, name }) => ({ value: id, label: name }));

/**
 * How many rides each choice would match. Loaded when the choices are first shown, and reloaded whenever they
 * are shown again or the filters change.
 */
function useCounts(filters: BoardFilters) {
  const [counts, setCounts] = useState<BoardCounts | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    let isLatest = true;
    // If loading fails, the choices work without counts.
    fetchWithTimeout((signal) => call(countBoardRides, filters, { signal })).then(
      (read) => isLatest && setCounts(read),
      () => isLatest && setCounts(null),
    );
    return () => {
      isLatest = false;
    };
  }, [asked, filters]);
  return { counts, recount: () => setAsked((times) => times + 1) };
}

function useFilters(
  { filters, drivers, now, onChange }: FilterBarProps,
  counts: BoardCounts | null,
): BoardFilter[] {
  const people = useMemo(
    () => [
      { value: UNASSIGNED, label: 'Unassigned' },
      ...drivers
        .map(({ id, name }) => ({ value: id, label: name }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    ],
    [drivers],
  );
  const choices = (
    name: 'status' | 'vehicle' | 'driver',
    label: string,
    options: readonly FilterChoice[],
  ) => ({
    name,
    label,
    field: (
      <ChoiceList
        label={label}
        choices={options}
        chosen={filters[name]}
        counts={counts?.[name] ?? null}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    ),
  });
  return [
    choices('status', 'Status', STATUSES),
    choices('vehicle', 'Vehicle', KINDS),
    choices('driver', 'Driver', people),
    {
      name: 'date',
      label: 'Date',
      field: <DayField day={filters.date} now={now} onChange={(date) => onChange({ date })} />,
    },
  ];
}

interface DayFieldProps {
  day: string | undefined;
  now: Date;
  onChange: (day: string | undefined) => void;
}

/** A day in Las Vegas: today, tomorrow, or any other. */
function DayField({ day, now, onChange }: DayFieldProps) {
  const today = dateInVegas(now);
  return (
    <div className="grid gap-2 p-1">
      <div className="flex gap-2">
        {[
          { label: 'Today', date: today },
          { label: 'Tomorrow', date: addDays(today, 1) },
        ].map(({ label, date }) => (
          <Button
            key={label}
            variant="outline"
            className={`${OPS_CONTROL} flex-1 px-2!`}
            aria-pressed={day === date}
            onClick={() => onChange(date)}
          >
            {label}
          </Button>
        ))}
      </div>
      <DateInput
        aria-label="Pickup day"
        value={day ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </div>
  );
}
