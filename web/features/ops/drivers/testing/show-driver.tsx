import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { DriverScreen } from '../driver-screen.tsx';

const RATING = {
  average: 4.8,
  count: 5,
  counts: [0, 1, 0, 0, 4],
  since: '2026-11-18T18:00:00.000Z',
  latest: [
    { rideId: 'b'.repeat(24), at: '2026-11-18T18:00:00.000Z', rideType: 'lux-suv', stars: 2, text: 'Late' },
  ],
};

/** Renders a driver's page. The replies may be changed while it is shown. */
export async function showDriver(driver: StaffDriver, { isAdmin = true, more = {} as ApiReplies } = {}) {
  const defaults: ApiReplies = {
    [`GET /api/ops/drivers/${driver.id}`]: [200, { driver }],
    [`GET /api/ops/drivers/${driver.id}/rating`]: [200, RATING],
  };
  const calls = await answerApi(Object.assign(more, { ...defaults, ...more }));
  render(
    <MemoryRouter>
      <DriverScreen driverId={driver.id} isAdmin={isAdmin} />
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { level: 1, name: driver.name });
  return calls;
}
