import clsx from 'clsx';
import { Link, useSearchParams } from 'react-router-dom';
import { daySchema, weekAt, weekSchema } from '#common/statements/week.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { OpsHead } from '../ops-head.tsx';
import { DayMoney } from './day-money.tsx';
import { WeekPayouts } from './week-payouts.tsx';

/** Closing the money: what drivers earned in a week, and what a day took. The address names the week, or the day. */
export function PayoutsScreen() {
  const [search] = useSearchParams();
  const now = serverNow();
  const [today, lastWeek] = [dateInVegas(now), addDays(weekAt(now), -7)];
  const day = daySchema.safeParse(search.get('day')).data ?? null;
  const week = weekSchema.safeParse(search.get('week')).data ?? lastWeek;

  return (
    <>
      <OpsHead title="Payouts">
        <nav aria-label="Payouts" className="flex gap-1 print:hidden">
          <Tab to="?" isCurrent={day === null}>
            Weeks
          </Tab>
          <Tab to={`?day=${addDays(today, -1)}`} isCurrent={day !== null}>
            Days
          </Tab>
        </nav>
      </OpsHead>
      {day === null ? (
        <WeekPayouts key={week} week={week} now={now} />
      ) : (
        <DayMoney key={day} day={day} today={today} />
      )}
    </>
  );
}

const Tab = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) => (
  <Link
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    className={clsx(
      'inline-flex min-h-11 items-center rounded-item px-3.5 text-14 font-medium xl:pointer-fine:min-h-9',
      isCurrent ? 'bg-sunken text-ink' : 'text-ink-2 hover:text-ink',
    )}
  >
    {children}
  </Link>
);
