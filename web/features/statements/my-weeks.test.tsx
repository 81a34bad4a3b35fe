// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OwnStatement } from '#common/statements/statement.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { MyWeeks } from './my-weeks.tsx';

const buildWeek = (overrides: Partial<OwnStatement>): OwnStatement => ({
  week: '2025-11-10',
  rideCount: 1,
  baseCents: 1_500,
  shareCents: 1_200,
  tipCents: 0,
  changeCents: 2_000,
  paysCents: 3_200,
  paidAt: null,
  rides: [
    {
      rideId: 'd'.repeat(24),
      at: '2025-11-10T20:00:00.000Z',
      kind: 'cancelled',
      rideType: 'lux-sedan',
      bookingType: 'point-to-point',
      hours: null,
      pickupLocation: 'ARIA',
      dropoffLocation: 'Bellagio',
      baseCents: 1_500,
      shareCents: 1_200,
      tipCents: 0,
    },
  ],
  changes: [{ id: 'c', at: '2025-11-12T20:00:00.000Z', cents: 2_000, reason: 'Waited 20 min' }],
  ...overrides,
});

test('a driver sees what each week pays, what is behind it, and earlier weeks', async () => {
  const paid = buildWeek({ week: '2025-09-01', paidAt: '2025-09-08T20:00:00.000Z' });
  await answerApi({
    'GET /api/statements': [200, { statements: [buildWeek({})], next: '2025-09-22' }],
    'GET /api/statements?after=2025-09-22': [200, { statements: [paid], next: null }],
  });
  render(<MyWeeks />);

  expect(await screen.findByText(/Mon 10 to Sun 16 Nov/)).toBeVisible();
  expect(screen.getByText('To be paid')).toBeVisible();
  expect(screen.getByText(/ARIA to Bellagio, called off, fee kept/)).toBeInTheDocument();
  expect(screen.getByText('+$20.00')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier weeks' }));

  expect(await screen.findByText(/^Paid Mon 8 Sep/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show earlier weeks' })).toBeNull();
});
