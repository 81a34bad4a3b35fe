import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import type { StaffRates } from '#common/fares/rates-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { clearRatesEdits } from '../rates-edits.ts';
import { RatesScreen } from '../rates-screen.tsx';

/** The path of the API calls. */
export const RATES = '/api/ops/rates';

/** The rates in effect, and a draft based on them. */
export const SEEDED: StaffRates = {
  ...SEEDED_RATES,
  state: 'scheduled',
  version: 0,
  changedBy: null,
  changedAt: null,
};
export const DRAFT: StaffRates = {
  ...SEEDED,
  id: 'd'.repeat(24),
  effectiveFrom: '2026-12-01',
  state: 'draft',
  version: 1,
  changedBy: 'Robin Hale',
  changedAt: '2026-11-20T20:00:00.000Z',
};

/** The draft with other hourly and point-to-point rates for the Hummer. */
export const withHummerAt = (hourlyCents: number): StaffRates => ({
  ...DRAFT,
  vehicles: { ...SEEDED.vehicles, 'hummer-18': { hourlyCents, p2pCents: hourlyCents - 1_000 } },
});

/** Reply that lists the draft, if any, and scheduled versions after the rates in effect. */
export const listed = (draft: StaffRates | null, ...scheduled: StaffRates[]) =>
  [200, { versions: [...scheduled, SEEDED], next: null, draft }] as const;

/** Renders the page on Friday, November 20, 2026. Replies may be changed in `all`. */
export async function openRates(replies: ApiReplies = {}) {
  useToastStore.setState({ newest: null });
  clearRatesEdits();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:12:00Z') });
  const all: ApiReplies = { [`GET ${RATES}?limit=100`]: listed(null), ...replies };
  const calls = await answerApi(all);
  await showRates();
  return { calls, all, user: userEvent.setup() };
}

async function showRates() {
  render(
    <MemoryRouter initialEntries={['/ops/pricing']}>
      <RatesScreen />
    </MemoryRouter>,
  );
  await screen.findByRole('table', { name: 'Rates of each vehicle' });
}

/** Leaves the page and returns to it. */
export async function leaveAndReturn() {
  cleanup();
  await showRates();
}

/** Finds a rate, a version or another button. */
export const cell = (name: string | RegExp) => screen.findByRole('button', { name });
