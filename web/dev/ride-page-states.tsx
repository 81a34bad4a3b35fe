import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { drawVehicleAt } from '#web/app/draw-vehicle.tsx';
import { CancelRideDialog } from '#web/features/rides/cancel/cancel-ride-dialog.tsx';
import { CancelUnpaidDialog } from '#web/features/rides/cancel/cancel-unpaid-dialog.tsx';
import { RiderRidePage } from '#web/features/rides/ride-page/rider-ride-page.tsx';
import { receiveRides, setRiderRidesOwner } from '#web/features/rides/store/ride-store.ts';
import { buildRiderRide, buildUnpaidRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { answerCalls, failCalls } from './seal-page.ts';
import type { Group, Specimen, SpecimenWindow } from './specimen.tsx';

const drawVehicle = drawVehicleAt(30);
const noop = () => {};

/** Builds a ride with additional history entries. */
const withHistory = (
  ride: RiderRide,
  ...entries: (readonly [change: RideChange, at: string])[]
): RiderRide => ({
  ...ride,
  version: ride.version + entries.length,
  history: [
    ...ride.history,
    ...entries.map(([change, at], index) => ({ change, at, version: ride.version + index + 1 })),
  ],
});

const requested = buildRiderRide();
const ahead = {
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
  scheduledDate: '2026-11-27',
  scheduledTime: '19:30',
  specialRequests: 'Child seat',
  passengers: 3,
} as const;
const sam = {
  status: 'accepted',
  driverId: 'd'.repeat(24),
  driver: { firstName: 'Sam', vehicle: 'Black Cadillac Escalade, NV 218-QKD' },
} as const;
const soon = { ...sam, scheduledTime: '16:20' };
const accepted = ['accepted', '2026-11-21T00:11:00.000Z'] as const;
const enRoute = ['en_route', '2026-11-20T23:54:00.000Z'] as const;
const arrived = ['arrived', '2026-11-21T00:10:00.000Z'] as const;

const booked = withHistory(buildRiderRide({ ...ahead, ...sam }), accepted);
const onTheWay = withHistory(buildRiderRide({ ...soon, enRouteAt: enRoute[1] }), accepted, enRoute);
const atPickup = withHistory(
  buildRiderRide({ ...soon, enRouteAt: enRoute[1], arrivedAt: arrived[1] }),
  accepted,
  enRoute,
  arrived,
);
const underWay = withHistory({ ...atPickup, status: 'in_progress' }, [
  'in_progress',
  '2026-11-21T00:12:00.000Z',
]);
const completed = withHistory(
  { ...underWay, status: 'completed', actualFare: '$142.82', refundedAmount: '$17.00' },
  ['completed', '2026-11-21T00:12:00.000Z'],
);
const rating = { stars: 4, text: 'Quiet and quick.', at: '2026-11-21T00:12:00.000Z' };
const end = ['cancelled', '2026-11-21T00:12:00.000Z'] as const;
const cancelled = withHistory(
  {
    ...booked,
    status: 'cancelled',
    cancelledBy: 'rider',
    refundedAmount: '$154.82',
    cancellationFee: '$5.00',
  },
  end,
);
const noShow = withHistory(
  {
    ...atPickup,
    status: 'cancelled',
    cancelledBy: 'no_show',
    refundedAmount: '$144.82',
    cancellationFee: '$15.00',
  },
  end,
);

const page = (name: string, ride: RiderRide, until: string): Specimen => ({
  name: `RiderRidePage, ${name}`,
  render: () => (
    <RiderRidePage
      riderId={RIDER_ID}
      rideId={ride.id}
      renderVehicle={drawVehicle}
      renderPayment={() => null}
      renderTip={() => null}
      renderMap={() => null}
      onBookAgain={noop}
    />
  ),
  window: {
    until,
    setUp: () => {
      setRiderRidesOwner(RIDER_ID);
      receiveRides([ride]);
    },
  },
});

const none = (name: string, window: SpecimenWindow): Specimen => ({
  name: `RiderRidePage, ${name}`,
  render: () => (
    <RiderRidePage
      riderId={RIDER_ID}
      rideId={requested.id}
      renderVehicle={drawVehicle}
      renderPayment={() => null}
      renderTip={() => null}
      renderMap={() => null}
      onBookAgain={noop}
    />
  ),
  window,
});

const missing = { message: 'There is no such ride.', code: 'NOT_FOUND' };

const quote = (overrides: Partial<CancellationQuote> = {}): CancellationQuote => ({
  feeCents: 0,
  toCardCents: 15_982,
  toGiftCardCents: 0,
  freeUntil: null,
  fees: { accepted: 500, arrived: 1_000, noShow: 1_500 },
  noShowFrom: null,
  ...overrides,
});

const cancelDialog = (
  name: string,
  ride: RiderRide,
  reply: CancellationQuote,
  press: string[] = [],
): Specimen => ({
  name: `CancelRideDialog, ${name}`,
  render: () => <CancelRideDialog ride={ride} renderVehicle={drawVehicle} onClose={noop} />,
  window: {
    height: 780,
    setUp: () => answerCalls({ [`/api/rides/${ride.id}/cancellation`]: [200, reply] }),
    press,
    until: press.length > 0 ? 'Cancelling...' : 'You get back',
  },
});

export const ridePageStates: Group = {
  title: 'Ride page',
  specimens: [
    page('waiting for its payment', buildUnpaidRide(), 'Pay now'),
    page('requested', requested, 'Finding your driver'),
    page(
      'given back by its driver',
      withHistory(buildRiderRide(), accepted, ['given_back', '2026-11-21T00:12:00.000Z']),
      "can't come",
    ),
    page(
      'without a driver within the hour',
      withHistory(buildRiderRide(), ['still_searching', '2026-11-21T00:12:00.000Z']),
      'still looking',
    ),
    page('accepted, a week ahead', booked, 'Your driver is booked'),
    page('on the way', onTheWay, 'Your driver is on the way!'),
    page('arrived', atPickup, 'Your driver is here'),
    page('in progress', underWay, 'Ride in progress'),
    page('completed', completed, 'How was the ride with Sam?'),
    page('completed and rated', { ...completed, rating }, 'Thank you'),
    page(
      'completed, its final fare checked',
      {
        ...completed,
        actualFare: null,
        refundedAmount: null,
        fareReview: { proposedCents: 6_000, pendingSince: '2026-11-21T00:12:00.000Z' },
      },
      'is being checked',
    ),
    page('cancelled', cancelled, 'Ride cancelled'),
    page('no-show', noShow, 'Nobody was at the pickup'),
    page('no driver', withHistory(buildRiderRide({ status: 'cancelled' }), end), 'No driver was free'),
    none('loading', { until: 'Loading your ride...' }),
    none('failed', { until: "We couldn't load this ride", setUp: failCalls }),
    none('not theirs', {
      until: 'Ride not found',
      setUp: () => answerCalls({ [`/api/rides/${requested.id}`]: [404, missing] }),
    }),
    cancelDialog('free', booked, quote({ toGiftCardCents: 5_014, freeUntil: '2026-11-28T02:30:00.000Z' })),
    cancelDialog('driver on the way', onTheWay, quote({ feeCents: 500, toCardCents: 15_482 })),
    cancelDialog('driver at the pickup, busy', atPickup, quote({ feeCents: 1_000, toCardCents: 14_982 }), [
      'Cancel ride',
    ]),
    {
      name: 'CancelUnpaidDialog',
      render: () => <CancelUnpaidDialog ride={buildUnpaidRide()} onClose={noop} />,
      window: { height: 420, until: 'Cancel this booking?' },
    },
  ],
};
