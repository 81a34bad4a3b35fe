import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, onTestFinished, vi } from 'vitest';
import type { Statement, StatementSummary } from '#common/statements/statement.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { PayoutsScreen } from '../payouts-screen.tsx';

/** The week that is shown by default, and the API call that lists its statements. */
export const WEEK = '2026-11-09';
export const LIST = `GET /api/ops/statements?week=${WEEK}`;

const buildSummary = (id: string, overrides: Partial<StatementSummary> = {}): StatementSummary => ({
  driverId: id.repeat(24),
  driverName: 'Maria Delgado',
  week: WEEK,
  rideCount: 2,
  baseCents: 21_000,
  shareCents: 16_800,
  tipCents: 4_685,
  changeCents: 2_000,
  paysCents: 23_485,
  changes: [
    { id: 'c1', at: '2026-11-16T20:00:00.000Z', cents: 2_000, reason: 'Waited 20 min', by: 'Robin Hale' },
  ],
  paid: null,
  ...overrides,
});

/** The statements of the week: two to pay, and one that is paid. */
export const MARIA = buildSummary('a');
export const OMAR = buildSummary('b', {
  driverName: 'Omar Rashid',
  changeCents: 0,
  changes: [],
  paysCents: 21_485,
});
export const SAM = buildSummary('c', {
  driverName: 'Sam Ortega',
  paid: { at: '2026-11-16T20:00:00.000Z', by: 'Robin Hale' },
});

/** Maria's statement with one of its rides. */
export const STATEMENT: Statement = {
  ...MARIA,
  rides: [
    {
      rideId: 'd'.repeat(24),
      at: '2026-11-09T20:00:00.000Z',
      kind: 'completed',
      rideType: 'lux-sedan',
      bookingType: 'hourly',
      hours: 3,
      pickupLocation: 'ARIA, 3730 S Las Vegas Blvd',
      dropoffLocation: 'Bellagio, 3600 S Las Vegas Blvd',
      baseCents: 16_500,
      shareCents: 13_200,
      tipCents: 3_563,
    },
  ],
};

/** Sets up each test of a file: it is Friday, November 20, 2026. */
export function setUpPayouts(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
  });
}

/** Renders the page with these API replies, at a URL of the console. */
export async function open(
  replies: ApiReplies = {},
  query = `week=${WEEK}`,
  statements = [MARIA, OMAR, SAM],
) {
  const calls = await answerApi({
    [LIST]: [200, { week: WEEK, isOver: true, statements }],
    [`GET /api/ops/statements/${MARIA.driverId}?week=${WEEK}`]: [200, STATEMENT],
    ...replies,
  });
  render(
    <MemoryRouter initialEntries={[`/ops/payouts?${query}`]}>
      <PayoutsScreen />
    </MemoryRouter>,
  );
  return { calls, user: userEvent.setup() };
}
