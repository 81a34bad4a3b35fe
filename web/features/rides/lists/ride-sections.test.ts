import { expect, test } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildDriverRide, buildRiderRide } from '#web/testing/build-ride.ts';
import { driverSections, riderSections } from './ride-sections.ts';

const idsOf = (rides: { id: string }[]) => rides.map(({ id }) => id);

test('a rider sees open rides by request, past ones by pickup, cancelled ones apart', () => {
  const [older, newer] = ['2026-11-18', '2026-11-20'].map((day) =>
    buildRiderRide({ createdAt: `${day}T20:00:00.000Z` }),
  );
  const [early, late] = ['2026-10-18', '2026-11-07'].map((scheduledDate) =>
    buildRiderRide({ status: 'completed', scheduledDate }),
  );
  const cancelled = buildRiderRide({ status: 'cancelled', paymentStatus: 'expired' });
  const all = [early, cancelled, older, late, newer].filter((ride) => ride !== undefined);

  const sections = riderSections(all);

  expect(idsOf(sections.active)).toEqual([newer?.id, older?.id]);
  expect(idsOf(sections.completed)).toEqual([late?.id, early?.id]);
  expect(idsOf(sections.cancelled)).toEqual([cancelled.id]);
});

test('a driver sees the ride under way first, then the next pickup', () => {
  const tomorrow = buildDriverRide({ scheduledDate: '2026-11-21' });
  const tonight = buildDriverRide({ scheduledDate: '2026-11-20', scheduledTime: '18:30' });
  const underWay = buildDriverRide({ status: 'in_progress', scheduledDate: '2026-11-22' });

  expect(idsOf(driverSections([tomorrow, tonight, underWay]).active)).toEqual([
    underWay.id,
    tonight.id,
    tomorrow.id,
  ]);
});

test('a ride whose status nobody knows is not lost', () => {
  const ride = buildRiderRide({ status: 'no_show' as RideStatus });
  expect(idsOf(riderSections([ride]).active)).toEqual([ride.id]);
});
