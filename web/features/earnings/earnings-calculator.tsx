import './hours-slider.css';
import { type CSSProperties, useId, useState } from 'react';
import { estimateEarnings, WEEKLY_HOURS } from '#common/earnings/estimate-earnings.ts';
import { DRIVER_SHARE_PERCENT } from '#common/fares/driver-share.ts';
import { formatWholeDollars } from '#common/money.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { CALCULATOR_CATEGORIES, type CalculatorCategory } from '#web/content/driver-rates.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { EarningsChart, EarningsTable, percentAcross } from './earnings-chart.tsx';

/** The earnings calculator: category and weekly hours beside the estimate (specification section 2). */
export function EarningsCalculator() {
  const isHydrated = useHydrated();
  const [category, setCategory] = useState(CALCULATOR_CATEGORIES[0]);
  const [weeklyHours, setWeeklyHours] = useState<number>(WEEKLY_HOURS.initial);
  const earnings = estimateEarnings(category.hourly, weeklyHours);

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,480fr)_minmax(0,640fr)] lg:gap-20">
      <div className="grid gap-8" inert={!isHydrated}>
        <CategoryChoice value={category} onChange={setCategory} />
        <HoursSlider
          value={weeklyHours}
          onChange={setWeeklyHours}
          outcome={`${formatWholeDollars(earnings.weekly.averageCents)} a week on average`}
        />
        <p className="text-14 text-ink-2">
          Drivers keep {DRIVER_SHARE_PERCENT}% of the fare and 100% of tips. Tips are not counted here.
        </p>
      </div>
      <section
        aria-labelledby="earnings-title"
        className="rounded-card border border-line bg-surface p-4.5 sm:p-8"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="earnings-title" className="display text-28">
            Weekly estimate
          </h2>
          <Legend />
        </div>
        <EarningsChart hourly={category.hourly} weeklyHours={weeklyHours} />
        <EarningsTable earnings={earnings} />
        <ButtonLink to="/drive#apply" variant="outline" className="mt-8 w-full">
          Apply to drive
        </ButtonLink>
      </section>
    </div>
  );
}

const Legend = () => (
  <p aria-hidden className="flex flex-wrap gap-x-5 text-14 text-ink-2">
    <span className="flex items-center gap-2.5">
      <RouteLine start="none" end="none" className="w-10" />
      Average
    </span>
    <span className="flex items-center gap-2.5">
      <span className="h-3 w-5 bg-gold/25" />
      Low to high
    </span>
  </p>
);

interface CategoryChoiceProps {
  value: CalculatorCategory;
  onChange: (category: CalculatorCategory) => void;
}

/** The vehicle category, with typical rates for riders. */
function CategoryChoice({ value, onChange }: CategoryChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-2.5 text-14 font-medium">Vehicle category</legend>
      <div className="border-line border-t">
        {CALCULATOR_CATEGORIES.map((category) => (
          <label
            key={category.id}
            className="flex min-h-14 items-center gap-4 border-line border-b has-checked:font-medium"
          >
            <input
              type="radio"
              name={name}
              checked={category.id === value.id}
              onChange={() => onChange(category)}
              className="size-5 shrink-0 appearance-none rounded-full border-2 border-control transition-[border] checked:border-[6px] checked:border-switch-on"
            />
            {category.name}
            <span className="figures ml-auto font-normal text-14 text-ink-2">
              {formatHourlyRate(category)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const formatHourlyRate = ({ hourly: [from, to] }: CalculatorCategory): string => `$${from} to $${to} / h`;

interface HoursSliderProps {
  value: number;
  onChange: (hours: number) => void;
  /** The estimate for those hours, for screen readers. */
  outcome: string;
}

/** A slider for the hours per week. */
function HoursSlider({ value, onChange, outcome }: HoursSliderProps) {
  const id = useId();
  const { min, max, step } = WEEKLY_HOURS;
  const filled: CSSProperties & { '--filled': number } = { '--filled': percentAcross(value) / 100 };

  return (
    <div>
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-14 font-medium">
          Hours per week
        </label>
        <output htmlFor={id} className="figures text-22">
          {value}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${value} hours, ${outcome}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="hours-slider mt-1"
        style={filled}
      />
      <div aria-hidden className="figures flex justify-between font-normal text-14 text-ink-2">
        <span>{min}</span>
        <span>{max}</span>
      </div>
    </div>
  );
}
