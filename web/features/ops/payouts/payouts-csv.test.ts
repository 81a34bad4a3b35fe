import { expect, test } from 'vitest';
import type { StatementSummary } from '#common/statements/statement.ts';
import { payoutsCsv } from './payouts-csv.ts';

const STATEMENT: StatementSummary = {
  driverId: 'a'.repeat(24),
  driverName: 'Maria Delgado',
  week: '2026-11-09',
  rideCount: 27,
  baseCents: 210_625,
  shareCents: 168_500,
  tipCents: 49_153,
  changeCents: -2_500,
  paysCents: 215_153,
  changes: [{ id: 'x', at: '2026-11-16T12:00:00.000Z', cents: -2_500, reason: 'Damage', by: 'Robin Hale' }],
  paid: null,
};

const cellsOf = async (statement: Partial<StatementSummary>) => {
  const csv = await payoutsCsv([{ ...STATEMENT, ...statement }]);
  return (csv.split('\r\n')[1] ?? '').split(',');
};

const withReason = (reason: string) => ({ changes: STATEMENT.changes.map((each) => ({ ...each, reason })) });

test('each driver is one CSV line, with amounts in dollars and negative amounts as numbers', async () => {
  const csv = await payoutsCsv([
    STATEMENT,
    { ...STATEMENT, driverName: 'Tom "T" Brandt', changes: [], underReviewCount: 1 },
  ]);

  expect(csv.split('\r\n')).toEqual([
    '\uFEFFDriver,Week of,Rides,Base,80% of base,Tips,Changes,Reasons,Pays,Paid at,Paid by,Rides being checked',
    'Maria Delgado,2026-11-09,27,2106.25,1685.00,491.53,-25.00,"Damage (−$25.00, Robin Hale)",2151.53,,,0',
    '"Tom ""T"" Brandt",2026-11-09,27,2106.25,1685.00,491.53,-25.00,,2151.53,,,1',
    '',
  ]);
});

test.each(['=HYPERLINK("http://x","y")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a name or a reason that begins like the formula %j is escaped',
  async (text) => {
    const [name = ''] = await cellsOf({ driverName: text });
    expect(name.replace(/^"/, '').startsWith(`'${text.charAt(0)}`)).toBe(true);

    const csv = await payoutsCsv([{ ...STATEMENT, ...withReason(text) }]);
    expect(csv).toMatch(/-25\.00,"?'[=+\-@\t\r]/);
  },
);
