// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { buildTracking } from '#web/testing/build-tracking.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { RideWhereabouts } from './ride-whereabouts.tsx';

/** Answers with a position of the ride without an estimate of its arrival. */
const answerTracking = (rideId: string) =>
  answerApi({ [`GET /api/ops/rides/${rideId}/tracking`]: [200, buildTracking(rideId)] });

test('without a position, staff read that the named driver’s location is unknown', async () => {
  const ride = buildStaffRide({
    status: 'accepted',
    driverId: DRIVER_ID,
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    enRouteAt: NOW.toISOString(),
  });
  await answerApi({ [`GET /api/ops/rides/${ride.id}/tracking`]: [503, {}] });

  render(<RideWhereabouts ride={ride} renderMap={() => null} />);

  expect(screen.getByText('Sam’s position is not known: none within ten minutes.')).toBeVisible();
});

const AT = NOW.toISOString();

test.each([
  ['drives to Harry Reid International Airport', { status: 'accepted' }],
  ['waits at Harry Reid International Airport', { status: 'accepted', arrivedAt: AT }],
  ['drives to Bellagio Hotel & Casino', { status: 'in_progress' }],
] as const)('without an estimate, staff read that the driver %s', async (text, stage) => {
  const ride = buildStaffRide({
    ...stage,
    driverId: DRIVER_ID,
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    enRouteAt: AT,
  });
  await answerTracking(ride.id);

  render(<RideWhereabouts ride={ride} renderMap={() => null} />);

  expect(await screen.findByText(`Sam ${text}`)).toBeVisible();
});

test('without an estimate, staff read that a ride in progress is by the hour', async () => {
  const ride = buildStaffRide({ status: 'in_progress', bookingType: 'hourly', hours: 3, enRouteAt: AT });
  await answerTracking(ride.id);

  render(<RideWhereabouts ride={ride} renderMap={() => null} />);

  expect(await screen.findByText('By the hour')).toBeVisible();
});
