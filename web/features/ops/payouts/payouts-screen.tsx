import { useSearchParams } from 'react-router-dom';
import { daySchema } from '#common/day.ts';
import { weekAt, weekSchema } from '#common/statements/week.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { OpsHeader } from '../ops-header.tsx';
import { PageTabs } from '../page-tabs.tsx';
import { DayMoney } from './day-money.tsx';
import { WeekPayouts } from './week-payouts.tsx';

/** Payouts: driver earnings of a week, or the report of a day. The week or day is in the URL. */
export function PayoutsScreen() {
  const [search] = useSearchParams();
  const now = serverNow();
  const [today, lastWeek] = [dateInVegas(now), addDays(weekAt(now), -7)];
  const day = daySchema.safeParse(search.get('day')).data ?? null;
  const week = weekSchema.safeParse(search.get('week')).data ?? lastWeek;

  return (
    <>
      <OpsHeader
        title="Payouts"
        tabs={
          <PageTabs
            label="Payouts"
            tabs={[
              { to: '?', label: 'Weeks', isCurrent: day === null },
              { to: `?day=${addDays(today, -1)}`, label: 'Days', isCurrent: day !== null },
            ]}
          />
        }
      />
      {day === null ? <WeekPayouts week={week} now={now} /> : <DayMoney day={day} today={today} />}
    </>
  );
}
