// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { type OwnStatement, sumStatement } from '#common/statements/statement.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { MyEarnings } from './my-earnings.tsx';

const buildWeek = (week: string): OwnStatement => ({
  week,
  ...sumStatement([], []),
  paidAt: null,
  rides: [],
  changes: [],
});

const earnings = (revision: number) => (
  <MemoryRouter>
    <MyEarnings ahead={[]} revision={revision} />
  </MemoryRouter>
);

test('earlier weeks stay listed while the payouts are reloaded, also when that fails', async () => {
  vi.setSystemTime(NOW);
  const replies: ApiReplies = {
    'GET /api/statements/week?week=2026-11-16': [200, buildWeek('2026-11-16')],
    'GET /api/statements': [200, { statements: [buildWeek('2026-11-09')], next: '2026-09-28' }],
    'GET /api/statements?after=2026-09-28': [200, { statements: [buildWeek('2026-09-21')], next: null }],
  };
  await answerApi(replies);
  const { rerender } = render(earnings(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier weeks' }));
  const earlier = await screen.findByRole('link', { name: /Mon 21 to Sun 27 Sep/ });

  const paid = { ...buildWeek('2026-09-21'), paidAt: '2026-11-20T20:00:00.000Z' };
  replies['GET /api/statements?after=2026-09-28'] = [200, { statements: [paid], next: null }];
  rerender(earnings(2));
  expect(await screen.findByRole('link', { name: /Mon 21 to Sun 27 Sep,? ?Paid Fri 20 Nov/ })).toBe(earlier);

  replies['GET /api/statements'] = [503, {}];
  rerender(earnings(3));
  await screen.findByRole('button', { name: 'Try again' });
  expect(earlier).toBeVisible();
});
