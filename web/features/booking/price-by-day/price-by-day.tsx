import clsx from 'clsx';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef } from 'react';
import { hoursText } from '#common/fares/quote-fare.ts';
import { surgeNote } from '#common/fares/surge.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { dateInVegas } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { formPart } from '../booking-fields.tsx';
import { type Draft, hoursOf } from '../draft.ts';
import { RIDE_FIELDS } from '../estimate-fare.ts';
import { dayAfterKey, nearestCheaperDay, type PriceDay, priceDays, rateSpans } from './price-days.ts';

const FIELDS = [...RIDE_FIELDS, 'scheduledDate', 'scheduledTime'] as const;

type ComparedRide = Pick<Draft, (typeof FIELDS)[number]>;

interface PriceByDayProps {
  draft: ComparedRide;
  pricing: Pricing;
  onEdit: (change: { scheduledDate: string }) => void;
}

/** The price strip. Rendering is deferred while the user types, but the chosen day updates at once. */
export const PriceByDay = ({ draft, ...props }: PriceByDayProps) => (
  <Days {...props} draft={{ ...useDeferredValue(draft), scheduledDate: draft.scheduledDate }} />
);

/**
 * The price of the ride on each of fourteen days, as a radio group that chooses the pickup date. Left and
 * right move by a day, up and down by a week when the days stand in two rows. Home and End go to the first
 * and last day.
 */
const Days = formPart(FIELDS, ({ draft, pricing, onEdit }: PriceByDayProps) => {
  const now = useNow();
  const titleId = useId();
  const name = useId();
  const group = useRef<HTMLDivElement>(null);
  const isFocusOwed = useRef(false);
  const today = dateInVegas(now);
  const days = priceDays(draft, pricing, today);
  const { scheduledDate } = draft;

  // A day outside the strip replaces all its days, and the focused button is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the date
  useEffect(() => {
    if (!isFocusOwed.current) return;
    isFocusOwed.current = false;
    group.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, [scheduledDate]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const columns = columnsOf(group.current);
    const next = dayAfterKey(event.key, { from: event.target.value, days, columns, today });
    if (next === null) return;
    event.preventDefault();
    isFocusOwed.current = next !== scheduledDate;
    onEdit({ scheduledDate: next });
  };

  return (
    <section aria-labelledby={titleId} className="@container min-w-0">
      <div className="flex flex-wrap justify-between gap-x-4 text-14">
        <h4 id={titleId} className="font-medium">
          Price by day
        </h4>
        <p className="text-ink-2">{formatRide(draft)}</p>
      </div>
      <div
        ref={group}
        role="radiogroup"
        aria-labelledby={titleId}
        onKeyDown={handleKeyDown}
        className="mt-1 grid grid-cols-7 gap-y-2 [--tallest:46px] @[43rem]:grid-cols-14 @[43rem]:[--tallest:96px]"
      >
        {days.map((day) => (
          <DayCell
            key={day.date}
            day={day}
            name={name}
            label={formatDate(day.date, now)}
            isChosen={day.date === scheduledDate}
            onChoose={() => onEdit({ scheduledDate: day.date })}
          />
        ))}
      </div>
      <RateNames days={days} />
      <Hint draft={draft} days={days} pricing={pricing} now={now} onEdit={onEdit} />
    </section>
  );
});

/** Counts the days in the first row. */
function columnsOf(group: HTMLElement | null): number {
  const cells = [...(group?.children ?? [])].filter((cell) => cell instanceof HTMLElement);
  return cells.filter(({ offsetTop }) => offsetTop === cells[0]?.offsetTop).length;
}

interface DayCellProps {
  day: PriceDay;
  /** Name of the radio group. */
  name: string;
  /** For example `Fri 27 Nov`. */
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function DayCell({ day, name, label, isChosen, onChoose }: DayCellProps) {
  const { date, rateName, fareCents, standardShare, raisedShare } = day;
  const price = fareCents === null ? null : wholeDollars(fareCents);
  const [weekday, dayOfMonth, month] = label.split(' ');
  const isFirstOfMonth = date.endsWith('-01');
  const rate = rateName === 'Weekend' ? 'weekend rate' : rateName;
  return (
    <label
      className={clsx(
        'relative grid min-w-0 grid-rows-[1fr_auto] rounded-card pt-1.5 pb-1.5 text-center',
        'has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-gold',
        'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-ink',
      )}
    >
      <input
        type="radio"
        name={name}
        value={date}
        checked={isChosen}
        onChange={onChoose}
        aria-label={[label, price, rate].filter(Boolean).join(', ')}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span aria-hidden className="flex flex-col items-center justify-end border-line border-b">
        <span
          className={clsx(
            'figures min-h-5.5 text-12 @[21rem]:text-14',
            isChosen ? '' : 'font-normal text-ink-2',
          )}
        >
          {price}
        </span>
        <span className="mt-0.5 flex w-7 flex-col overflow-clip rounded-t-[3px]">
          <span className="bg-gold" style={{ height: `calc(var(--tallest) * ${raisedShare})` }} />
          <span
            className={isChosen ? 'bg-ink' : 'bg-track'}
            style={{ height: `calc(var(--tallest) * ${standardShare})` }}
          />
        </span>
      </span>
      <span aria-hidden className="mt-1 text-12 leading-tight">
        <span className="block text-ink-2">{weekday}</span>
        <span className="block font-medium whitespace-nowrap">
          {dayOfMonth}
          {isFirstOfMonth && ` ${month}`}
        </span>
      </span>
    </label>
  );
}

/**
 * The names of raised rates, below their days, when all days stand in one row. A name between two days
 * without one also takes part of their width.
 */
const RateNames = ({ days }: { days: readonly PriceDay[] }) => (
  <div aria-hidden className="mt-1 hidden grid-cols-14 text-center text-12 text-ink-2 @[43rem]:grid">
    {rateSpans(days).map(({ date, name, days: count }) => (
      <span
        key={date}
        className="-mx-0.5 [:empty+&:has(+:empty)]:-mx-3 overflow-clip text-ellipsis leading-tight tracking-tight"
        style={{ gridColumn: `span ${count}` }}
      >
        {name}
      </span>
    ))}
  </div>
);

interface HintProps {
  draft: ComparedRide;
  days: readonly PriceDay[];
  pricing: Pricing;
  now: Date;
  onEdit: PriceByDayProps['onEdit'];
}

/** The rate of the chosen day, and the nearest cheaper day as a button. */
function Hint({ draft, days, pricing, now, onEdit }: HintProps) {
  const cheaper = nearestCheaperDay(days, draft, now);
  const isChosen = days.some(({ date }) => date === draft.scheduledDate);
  const rate = surgeNote(draft.scheduledDate, pricing.surgeCalendar) ?? 'Standard rate';
  return (
    <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-14">
      <p aria-live="polite" className="text-ink-2">
        {isChosen ? `${formatDate(draft.scheduledDate, now)}. ${rate}` : 'Choose a day here or below.'}
      </p>
      {cheaper && (
        <button
          type="button"
          className="min-h-11 font-semibold text-gold-ink hover:underline"
          onClick={() => onEdit({ scheduledDate: cheaper.date })}
        >
          {formatDate(cheaper.date, now)} is {formatCents(cheaper.savedCents)} less
        </button>
      )}
    </div>
  );
}

/** Formats an amount in whole dollars: `$99`. Rounded: 99.50 is `$100`. */
const wholeDollars = (cents: number): string => `$${Math.round(cents / 100).toLocaleString('en-US')}`;

/** Describes the ride: `Lux Sedan, 3 hours`. */
function formatRide(draft: ComparedRide): string {
  const hours = hoursOf(draft);
  const kind = draft.bookingType === 'hourly' ? hours && hoursText(hours) : 'point to point';
  return [findVehicle(draft.vehicleId)?.name, kind].filter(Boolean).join(', ');
}
