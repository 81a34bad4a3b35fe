import { expect, test } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildDriverRide, buildRiderRide } from '#web/testing/build-ride.ts';
import { sectionsOf } from './ride-sections.ts';

const idsOf = (rides: { id: string }[]) => rides.map(({ id }) => id);

test('active rides are sorted with the ride in progress first, then by pickup time', () => {
  const createdAt = '2026-11-20T20:00:00.000Z';
  const nextMonth = buildRiderRide({ scheduledDate: '2026-12-24', createdAt });
  const tomorrow = buildRiderRide({ scheduledDate: '2026-11-21' });
  const tonight = buildRiderRide({ scheduledDate: '2026-11-20', scheduledTime: '18:30' });
  const underWay = buildDriverRide({ status: 'in_progress', scheduledDate: '2026-11-22' });

  expect(idsOf(sectionsOf([nextMonth, tomorrow, tonight, underWay]).active)).toEqual([
    underWay.id,
    tonight.id,
    tomorrow.id,
    nextMonth.id,
  ]);
});

test('past rides are grouped into completed and cancelled, latest pickup first', () => {
  const [early, late] = ['2026-10-18', '2026-11-07'].map((scheduledDate) =>
    buildRiderRide({ status: 'completed', scheduledDate }),
  );
  const cancelled = buildRiderRide({ status: 'cancelled', paymentStatus: 'expired' });

  const sections = sectionsOf([early, cancelled, late].filter((ride) => ride !== undefined));

  expect(idsOf(sections.completed)).toEqual([late?.id, early?.id]);
  expect(idsOf(sections.cancelled)).toEqual([cancelled.id]);
});

test('a ride with an unknown status is listed as active', () => {
  const ride = buildRiderRide({ status: 'no_show' as RideStatus });
  expect(idsOf(sectionsOf([ride]).active)).toEqual([ride.id]);
});
