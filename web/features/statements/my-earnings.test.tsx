// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { type OwnStatement, sumStatement } from '#common/statements/statement.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { earningsCsv } from './earnings-csv.ts';
import { MyEarnings } from './my-earnings.tsx';
import { daysOf, ticksOf } from './week-bars.tsx';

const WEEK = '2026-11-16';
const READ = `GET /api/statements/week?week=${WEEK}`;

/** Builds a week: a completed ride on Thursday, the fee of a cancelled ride on Friday, and a change. */
function buildWeek(overrides: Partial<OwnStatement> = {}): OwnStatement {
  const ride = {
    rideId: 'd'.repeat(24),
    at: '2026-11-20T03:00:00.000Z',
    kind: 'completed',
    rideType: 'lux-suv',
    bookingType: 'hourly',
    hours: 2.5,
    pickupLocation: 'ARIA',
    dropoffLocation: 'Bellagio',
    baseCents: 23_750,
    shareCents: 19_000,
    tipCents: 4_853,
  } as const;
  const fee = {
    ...ride,
    rideId: 'e'.repeat(24),
    at: '2026-11-20T20:00:00.000Z',
    kind: 'cancelled',
    hours: null,
  } as const;
  const rides = [ride, { ...fee, baseCents: 1_500, shareCents: 1_200, tipCents: 0 }];
  const changes = [{ id: 'c', at: '2026-11-20T22:00:00.000Z', cents: -2_000, reason: '=Damage' }];
  return { week: WEEK, ...sumStatement(rides, changes), paidAt: null, rides, changes, ...overrides };
}

const past = buildWeek({ week: '2026-11-09', paidAt: '2026-11-16T20:00:00.000Z' });

async function show(address = '/driver-earnings', statement = buildWeek()) {
  vi.setSystemTime(NOW);
  const replies = {
    [`GET /api/statements/week?week=${statement.week}`]: [200, statement] as const,
    'GET /api/statements': [200, { statements: [statement, past], next: '2026-09-28' }] as const,
    'GET /api/statements?after=2026-09-28': [
      200,
      { statements: [{ ...past, week: '2026-09-21', paidAt: null }], next: null },
    ] as const,
  };
  await answerApi(replies);
  const ahead = [{ date: '2026-11-21', cents: 71_100 }];
  render(
    <MemoryRouter initialEntries={[address]}>
      <MyEarnings ahead={ahead} revision={1} />
    </MemoryRouter>,
  );
}

test('a week shows its earnings ride by ride, and what accepted rides will add', async () => {
  await show();

  const table = await screen.findByRole('table', { name: 'Rides and changes of the week' });
  expect(
    within(table).getByRole('row', {
      name: /^Thu 19 Nov 7:00 PM ARIA to Bellagio Lux SUV 2.5 \$237.50 \$190.00 \$48.53 \$238.53$/,
    }),
  ).toBeInTheDocument();
  expect(within(table).getByRole('row', { name: /cancelled, fee kept.*\$12.00$/ })).toBeInTheDocument();
  expect(within(table).getByRole('row', { name: /=Damage −\$20.00$/ })).toBeInTheDocument();
  expect(within(table).getByRole('row', { name: /^So far 2 rides .*\$230.53$/ })).toBeInTheDocument();
  expect(screen.getByText('Earned so far').closest('div')).toHaveTextContent(/^Earned so far\$230.53$/);
  expect(screen.getByText(/1 accepted ride brings/)).toHaveTextContent('$711.00 more by Sunday.');
  expect(screen.getByRole('button', { name: 'Next week' })).toHaveAttribute('aria-disabled', 'true');
});

test('a ride under fare review is shown as being checked instead of with amounts, beside its tip', async () => {
  const { rides } = buildWeek();
  const [ride = rides[0], fee] = rides;
  if (!ride || !fee) throw new Error('the week has two rides');
  const waiting = { ...ride, baseCents: 0, shareCents: 0, tipCents: 0, isUnderReview: true } as const;
  const tipped = { ...waiting, rideId: 'f'.repeat(24), tipCents: 1_000 };
  const of = [waiting, tipped, fee];
  const statement = buildWeek({ ...sumStatement(of, []), rides: of, changes: [] });
  await show('/driver-earnings', statement);

  const table = within(await screen.findByRole('table', { name: 'Rides and changes of the week' }));
  expect(table.getByRole('row', { name: /^Thu 19 Nov .* 2.5 Being checked$/ })).toBeInTheDocument();
  expect(table.getByRole('row', { name: / 2.5 Being checked \$10.00 \$10.00$/ })).toBeInTheDocument();
  expect(screen.getByText(/^Dispatch is checking a final fare\./)).toBeInTheDocument();
  const earned = screen.getByText('Earned so far').closest('div');
  expect(earned).toHaveTextContent('Earned so far$22.00Not included, 2 being checked');
  const file = await earningsCsv(statement);
  expect(file).toContain('ARIA to Bellagio, final fare being checked');
});

test('the statement is a list on narrow screens and a table on wide ones and on paper', async () => {
  await show();

  const table = await screen.findByRole('table', { name: 'Rides and changes of the week' });

  expect(table).toHaveClass('max-lg:hidden', 'print:table');
  expect(
    screen.getByText('cancelled, fee kept', { exact: false, selector: 'li *' }).closest('ul'),
  ).toHaveClass('lg:hidden', 'print:hidden');
});

test.each([
  ['when it was paid', past.paidAt, 'Earned, paid Mon 16 Nov'],
  ['when its payout is due', null, 'Earned, due Mon 9 Nov'],
])('a week that is over says %s', async (_what, paidAt, text) => {
  await show('/driver-earnings?week=2026-11-02', { ...past, week: '2026-11-02', paidAt });

  expect(await screen.findByText(text)).toBeVisible();
});

test('earlier weeks show when they were paid or are due, link to their statement, and more can be loaded', async () => {
  await show();
  const payouts = within(screen.getByRole('region', { name: 'Payouts' }));

  expect(
    await payouts.findByRole('link', { name: /^Mon 9 to Sun 15 Nov,? ?Paid Mon 16 Nov/ }),
  ).toHaveAttribute('href', '/driver-earnings?week=2026-11-09');
  await userEvent.click(payouts.getByRole('button', { name: 'Show earlier weeks' }));
  expect(await payouts.findByRole('link', { name: /^Mon 21 to Sun 27 Sep,? ?Due Mon 28 Sep/ })).toBeVisible();
});

test('a week without rides says so', async () => {
  await show(`/driver-earnings?week=${WEEK}`, buildWeek({ ...sumStatement([], []), rides: [], changes: [] }));
  expect(await screen.findByText('No rides this week yet')).toBeVisible();
});

test('a week that cannot be reloaded stays on screen, with its time, until a retry succeeds', async () => {
  vi.setSystemTime(NOW);
  const [slow, retried] = [deferred<void>(), deferred<void>()];
  const replies: ApiReplies = {
    [READ]: [200, buildWeek()],
    'GET /api/statements': [200, { statements: [past], next: null }],
  };
  await answerApi(replies);
  const screenOf = (revision: number) => (
    <MemoryRouter>
      <MyEarnings ahead={[]} revision={revision} />
    </MemoryRouter>
  );
  const { rerender } = render(screenOf(1));
  const sums = () => screen.queryByText('Earned so far')?.closest('div')?.textContent;
  await waitFor(() => expect(sums()).toBe('Earned so far$230.53'));

  replies[READ] = () => slow.promise.then(() => [503, { code: 'UNAVAILABLE', message: 'Not now.' }]);
  rerender(screenOf(2));
  expect(sums()).toBe('Earned so far$230.53');
  slow.resolve();

  const problem = await screen.findByText(/Not now/);
  expect(sums()).toBe('Earned so far$230.53');
  expect(problem).toHaveTextContent('These figures are from 4:12 PM PST. Not now.');
  replies[READ] = () => retried.promise.then(() => [200, buildWeek({ paysCents: 30_000 })]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sums()).toBe('Earned so far$230.53');
  retried.resolve();

  await waitFor(() => expect(sums()).toBe('Earned so far$300.00'));
  expect(screen.queryByText(/Not now/)).toBeNull();
});

test('the bars of a week add up to its shares, its tips and its accepted rides', () => {
  const week = buildWeek();
  const days = daysOf(week, [
    { date: '2026-11-21', cents: 71_100 },
    { date: '2026-12-01', cents: 5 },
  ]);
  const sum = (of: 'shareCents' | 'tipCents' | 'aheadCents') => days.reduce((all, day) => all + day[of], 0);

  expect([sum('shareCents'), sum('tipCents'), sum('aheadCents')]).toEqual([
    week.shareCents,
    week.tipCents,
    71_100,
  ]);
  expect(days[3]).toMatchObject({ date: '2026-11-19', shareCents: 19_000 });
});

test.each([0, 5_233, 105_200, 99_999_999])(
  'the chart scale for %i cents has four equal steps that cover the amount',
  (cents) => {
    const ticks = ticksOf(cents);
    expect(ticks).toHaveLength(5);
    expect(ticks[4]).toBeGreaterThanOrEqual(cents);
    expect(new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).size).toBe(1);
  },
);

test('the CSV file has the columns of the statement, and its formulas are escaped', async () => {
  const lines = (await earningsCsv(buildWeek())).trim().split('\r\n');

  expect(lines[0]).toContain('Day,Time,Ride,Vehicle,Hours,Base rate,Your 80%,Tip,You earn');
  expect(lines[1]).toBe('2026-11-19,7:00 PM,ARIA to Bellagio,Lux SUV,2.5,237.50,190.00,48.53,238.53');
  expect(lines[2]).toContain(',"ARIA to Bellagio, cancelled, fee kept",Lux SUV,');
  expect(lines[3]).toBe("2026-11-20,2:00 PM,'=Damage,,,,,,-20.00");
});
