// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { RideWhereabouts } from './ride-whereabouts.tsx';

test('without a position, staff read that the named driver’s location is unknown', async () => {
  const ride = buildStaffRide({
    status: 'accepted',
    driverId: DRIVER_ID,
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    enRouteAt: NOW.toISOString(),
  });
  await answerApi({ [`GET /api/rides/${ride.id}/tracking`]: [503, {}] });

  render(<RideWhereabouts ride={ride} renderMap={() => null} />);

  expect(screen.getByText('Sam’s position is not known: none within ten minutes.')).toBeVisible();
});
