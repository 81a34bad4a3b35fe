import { Download, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatDate } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { readDayReport } from '#common/statements/statements-api.ts';
import { addDays } from '#common/time.ts';
import { saveCsv } from '#web/components/save-csv.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { type DaySection, dayCsv, daySections } from './day-sections.ts';
import { PeriodNavigator } from './period-navigator.tsx';

/** The financial report of one day. */
export function DayMoney({ day, today }: { day: string; today: string }) {
  const load = useCallback((signal: AbortSignal) => call(readDayReport, { day }, { signal }), [day]);
  const { state, reload } = useLoaded(load);
  // Until another day starts loading, the report is that of the previous one.
  const report = state.phase === 'loaded' && state.value.day === day ? state.value : null;

  const handleSave = () => report && saveCsv(`day-${day}.csv`, () => dayCsv(report));

  return (
    <>
      <PeriodNavigator
        title={formatDate(day, serverNow())}
        note={day === today ? 'today so far' : null}
        unit="day"
        previous={`?day=${addDays(day, -1)}`}
        next={day < today ? `?day=${addDays(day, 1)}` : null}
      >
        <DayField day={day} today={today} />
        <Button
          variant="outline"
          className={`${OPS_CONTROL} max-sm:hidden`}
          isUnavailable={!report}
          onClick={() => window.print()}
        >
          <Printer aria-hidden size={16} />
          Print
        </Button>
        <Button variant="outline" className={OPS_CONTROL} isUnavailable={!report} onClick={handleSave}>
          <Download aria-hidden size={16} />
          CSV
        </Button>
      </PeriodNavigator>
      {!report && state.phase !== 'failed' && (
        <OpsTableSkeleton label="Loading the day..." titles={['Line', 'Amount']} />
      )}
      {state.phase === 'failed' && (
        <FailedState title="We couldn’t load the day" text={messageOf(state.error)} onRetry={reload} />
      )}
      {report && (
        <div className="grid gap-x-14 gap-y-9 pt-2 pb-10 lg:grid-cols-3 print:block">
          {daySections(report).map((section) => (
            <Section key={section.title} {...section} />
          ))}
        </div>
      )}
    </>
  );
}

/** Reports of earlier days do not exist, and a year that is being typed begins with zeros. */
const FIRST_DAY = '2000-01-01';

/** The day as a field. A day that is half typed, or yet to come, is not opened. */
function DayField({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="date"
      aria-label="Day in Las Vegas"
      value={typed ?? day}
      max={today}
      onChange={({ target: { value } }) => {
        const isDay = value >= FIRST_DAY && value <= today;
        setTyped(isDay ? null : value);
        if (isDay) navigate(`?day=${value}`, { replace: true });
      }}
      onBlur={() => setTyped(null)}
      className={`${OPS_CONTROL} border border-control bg-surface px-3 max-sm:w-38 dark:bg-sunken`}
    />
  );
}

const Section = ({ title, note, lines }: DaySection) => (
  <section aria-label={title} className="print:mb-8">
    <h3 className="display text-22">{title}</h3>
    <p className="mb-2 text-14 text-ink-2 lg:max-xl:min-h-[2lh]">{note}</p>
    <dl className="border-line border-t text-14">
      {lines.map(({ label, value, isSum }) => (
        <div
          key={label}
          className={`flex justify-between gap-4 border-line border-b py-2.5 ${isSum ? 'font-semibold' : ''}`}
        >
          <dt>{label}</dt>
          <dd className="figures">{typeof value === 'number' ? value : formatCents(value.cents)}</dd>
        </div>
      ))}
    </dl>
  </section>
);
