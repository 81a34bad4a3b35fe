import { formatDate } from '#common/format-date-time.ts';
import { formatAverage, type OwnRating, RATED_RIDES, SHOWN_FROM } from '#common/rides/rating.ts';

type Week = OwnRating['weeks'][number];
type KnownWeek = Week & { average: number };

const isKnown = (week: Week): week is KnownWeek => week.average !== null;

/** Distances between grid lines, in stars. The first that needs at most `MOST_LINES` lines is used. */
const STEPS = [0.1, 0.2, 0.5] as const;
const MOST_LINES = 4;

/** Averages have two decimals. Smaller differences are floating-point errors. */
const EXACT = 1e-6;

/**
 * Returns the grid lines for these averages, from lowest to highest: at least three, none above five stars.
 */
export function linesFor(averages: readonly number[]): number[] {
  const [step = 1] = STEPS.filter((each) => spanOf(averages, each).count <= MOST_LINES);
  const { from, count } = spanOf(averages, step);
  return Array.from({ length: count }, (_, index) => Math.round((from + index) * step * 10) / 10);
}

function spanOf(averages: readonly number[], step: number): { from: number; count: number } {
  const highest = Math.round(5 / step);
  const from = Math.min(Math.floor((Math.min(...averages) + EXACT) / step), highest - 2);
  const to = Math.max(Math.ceil((Math.max(...averages) - EXACT) / step), from + 2);
  return { from, count: to - from + 1 };
}

/** A chart of the driver's average over twelve weeks, one value per week. */
export function TwelveWeeks({ weeks, now }: { weeks: readonly Week[]; now: Date }) {
  const known = weeks.filter(isKnown);
  return (
    <section
      aria-labelledby="twelve-weeks"
      className="flex flex-col rounded-card border border-line bg-surface p-5 sm:p-8"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="twelve-weeks" className="display text-28">
          Twelve weeks
        </h2>
        <p className="text-14 text-ink-2">average of the {RATED_RIDES} rides before</p>
      </div>
      {known.length === 0 ? (
        <p className="mt-4 text-ink-2">Starts with your {SHOWN_FROM}th rating.</p>
      ) : (
        <Chart weeks={weeks} known={known} now={now} />
      )}
    </section>
  );
}

interface ChartProps {
  weeks: readonly Week[];
  known: readonly KnownWeek[];
  now: Date;
}

function Chart({ weeks, known, now }: ChartProps) {
  const lines = linesFor(known.map(({ average }) => average));
  const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 5];
  const leftOf = (week: Week): number => (100 * weeks.indexOf(week)) / (weeks.length - 1);
  const topOf = (average: number): number => (100 * (top - average)) / (top - bottom);
  const points = known.map((week) => `${leftOf(week)},${topOf(week.average)}`).join(' ');
  const last = known.at(-1);

  return (
    <div
      role="img"
      aria-label={formatWeeks(known, now)}
      className="figures relative mt-12 mr-6 mb-8 ml-12 h-50 font-normal text-12 lg:h-auto lg:min-h-50 lg:grow"
    >
      {lines.map((average) => (
        <span
          key={average}
          className="absolute -right-4 -left-2 border-line border-t"
          style={{ top: `${topOf(average)}%` }}
        >
          <span className="absolute right-full mr-3 -translate-y-1/2 text-ink-2">{average.toFixed(1)}</span>
        </span>
      ))}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        <polyline
          points={points}
          fill="none"
          stroke="var(--gold)"
          strokeWidth={4}
          strokeDasharray="10 7"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {last && (
        <span className="absolute" style={{ left: `${leftOf(last)}%`, top: `${topOf(last.average)}%` }}>
          <span className="absolute size-4.5 -translate-1/2 rounded-full border-4 border-gold bg-surface" />
          <span className="absolute bottom-4 -translate-x-3/4 text-16 font-medium">
            {formatAverage(last.average)}
          </span>
        </span>
      )}
      {weeks.map((week, index) => (
        <span
          key={week.day}
          className={
            index % 4 === 0 || index === weeks.length - 1
              ? 'absolute top-full mt-3 -translate-x-1/2 whitespace-nowrap text-ink-2'
              : 'hidden'
          }
          style={{ left: `${leftOf(week)}%` }}
        >
          {shortDay(week.day, now)}
        </span>
      ))}
    </div>
  );
}

/** Formats a date as `4 Sep`. */
const shortDay = (day: string, now: Date): string => formatDate(day, now).split(' ').slice(1, 3).join(' ');

/** Describes the chart: `Your average went from 4.77 on 4 Sep to 4.84 on 20 Nov`. */
function formatWeeks(known: readonly KnownWeek[], now: Date): string {
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '';
  const on = ({ average, day }: KnownWeek) => `${formatAverage(average)} on ${shortDay(day, now)}`;
  return first === last ? `Your average: ${on(last)}` : `Your average went from ${on(first)} to ${on(last)}`;
}
