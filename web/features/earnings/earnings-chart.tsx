import {
  type Earnings,
  type EarningsRange,
  estimateEarnings,
  WEEKLY_HOURS,
} from '#common/earnings/estimate-earnings.ts';
import { type Cents, formatWholeDollars } from '#common/money.ts';
import { type Column, Table } from '#web/components/ui/table.tsx';

interface EarningsChartProps {
  /** Whole dollars per hour, from and to. */
  hourly: readonly [from: number, to: number];
  weeklyHours: number;
}

const HOUR_MARKS = [5, 15, 25, 35, 45, 55];

/**
 * A chart of weekly earnings over weekly hours: the range from low to high, the average, and a ring at the
 * chosen hours. The drawing stretches with its box while the labels do not, so that they stay readable on a
 * phone.
 */
export function EarningsChart({ hourly, weeklyHours }: EarningsChartProps) {
  const weekly = (hours: number) => estimateEarnings(hourly, hours).weekly;
  const least = weekly(WEEKLY_HOURS.min);
  const most = weekly(WEEKLY_HOURS.max);
  const chosen = weekly(weeklyHours);

  const ticks = chartTicks(most.highCents);
  const percentUp = (cents: Cents) => (cents / (ticks.at(-1) ?? cents)) * 100;
  const fromTop = (cents: Cents) => 100 - percentUp(cents);
  const left = `${percentAcross(weeklyHours)}%`;
  const bottom = `${percentUp(chosen.averageCents)}%`;

  return (
    <div role="img" aria-label="Weekly earnings by hours per week; the table below gives the figures">
      <div aria-hidden className="figures relative mt-6 mr-5 mb-8 ml-13 h-48 font-normal text-12 text-ink-2">
        {ticks.map((cents) => (
          <div
            key={cents}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: `${percentUp(cents)}%` }}
          >
            <span className="absolute right-full mr-2.5 -translate-y-1/2">{formatWholeDollars(cents)}</span>
          </div>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          <polygon
            className="fill-gold/16"
            points={`0,${fromTop(least.lowCents)} 0,${fromTop(least.highCents)} 100,${fromTop(most.highCents)} 100,${fromTop(most.lowCents)}`}
          />
          <line
            className="stroke-gold stroke-4 [stroke-dasharray:10_10] [vector-effect:non-scaling-stroke]"
            x1={0}
            y1={fromTop(least.averageCents)}
            x2={100}
            y2={fromTop(most.averageCents)}
          />
        </svg>
        <span className="absolute bottom-0 w-px bg-ink-2" style={{ left, height: bottom }} />
        <span
          className="absolute size-5 -translate-x-1/2 translate-y-1/2 rounded-full border-4 border-gold bg-surface"
          style={{ left, bottom }}
        />
        <span
          className="absolute mb-4 rounded-item bg-surface/70 px-1 font-semibold text-14 text-ink"
          style={{ left, bottom, translate: `-${left}` }}
        >
          {formatWholeDollars(chosen.averageCents)}
        </span>
        {HOUR_MARKS.map((hours) => (
          <span
            key={hours}
            className="absolute top-full mt-2 -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${percentAcross(hours)}%` }}
          >
            {hours} h
          </span>
        ))}
      </div>
    </div>
  );
}

interface Row extends EarningsRange {
  period: string;
}

const COLUMNS: readonly [Column<Row>, ...Column<Row>[]] = [
  { title: 'Period', cell: ({ period }) => period },
  { title: 'Low', isFigure: true, cell: ({ lowCents }) => <Bound>{formatWholeDollars(lowCents)}</Bound> },
  { title: 'High', isFigure: true, cell: ({ highCents }) => <Bound>{formatWholeDollars(highCents)}</Bound> },
  {
    title: 'Average',
    isFigure: true,
    cell: ({ averageCents }) => (
      <span className="text-18 leading-6 sm:text-22">{formatWholeDollars(averageCents)}</span>
    ),
  },
];

/** The estimate as a table. */
export const EarningsTable = ({ earnings: { weekly, monthly, yearly } }: { earnings: Earnings }) => (
  <Table
    caption="Estimated earnings before tips"
    columns={COLUMNS}
    rows={[
      { period: 'Weekly', ...weekly },
      { period: 'Monthly', ...monthly },
      { period: 'Yearly', ...yearly },
    ]}
    rowKey={({ period }) => period}
    className="max-sm:[&_td]:pr-3 max-sm:[&_th]:pr-3"
  />
);

const Bound = ({ children }: { children: string }) => (
  <span className="font-normal text-14 text-ink-2 sm:text-16">{children}</span>
);

const STEP_CENTS = 100_000;
const MOST_STEPS = 5;

/**
 * Returns the ticks of the chart, from zero to the first that is at least `mostCents`: in steps of one or two
 * thousand dollars, at most six.
 */
export function chartTicks(mostCents: Cents): Cents[] {
  const step = mostCents > STEP_CENTS * MOST_STEPS ? STEP_CENTS * 2 : STEP_CENTS;
  return Array.from({ length: Math.ceil(mostCents / step) + 1 }, (_each, index) => index * step);
}

/** Returns the position of weekly hours on the chart, in percent of its width from the left. */
export const percentAcross = (weeklyHours: number): number =>
  ((weeklyHours - WEEKLY_HOURS.min) / (WEEKLY_HOURS.max - WEEKLY_HOURS.min)) * 100;
