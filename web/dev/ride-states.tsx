import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import type { PaymentStatus, RideStatus } from '#common/rides/ride-states.ts';
import { drawVehicleAt } from '#web/app/draw-vehicle.tsx';
import { DriverRideCard } from '#web/features/rides/driver/driver-ride-card.tsx';
import { DriverRides } from '#web/features/rides/driver/driver-rides.tsx';
import { RidesScreen } from '#web/features/rides/lists/rides-screen.tsx';
import { RiderRideCard, UnpaidRideCard } from '#web/features/rides/rider/rider-ride-card.tsx';
import { RiderRides } from '#web/features/rides/rider/rider-rides.tsx';
import { emptyRideList, type RideList } from '#web/features/rides/store/ride-list.ts';
import { useRideStore } from '#web/features/rides/store/ride-store.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import {
  buildDriverRide,
  buildRiderRide,
  buildUnpaidRide,
  DRIVER_ID,
  NOW,
  RIDER_ID,
} from '#web/testing/build-ride.ts';
import { failCalls } from './seal-page.ts';
import type { Group, Specimen, SpecimenWindow } from './specimen.tsx';

const drawVehicle = drawVehicleAt(20);

/** Builds a ride whose status is unknown to this build. */
const withUnknownStatus = <R extends RiderRide | DriverRide>(ride: R): R =>
  Object.assign(ride, { status: 'rerouted' });

const accepted = { change: 'accepted' as const, at: '2026-11-21T00:12:00.000Z', version: 3 };
const started = { change: 'in_progress' as const, at: '2026-11-21T02:31:00.000Z', version: 4 };

const booked = buildRiderRide({ driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' } });
const onTheWay = buildRiderRide({
  ...booked,
  status: 'accepted',
  version: 3,
  history: [...booked.history, accepted],
});
const underWay = buildRiderRide({
  ...onTheWay,
  status: 'in_progress',
  version: 4,
  history: [...onTheWay.history, started],
});

const RIDER_CARDS: Record<Exclude<RideStatus, 'completed' | 'cancelled'>, RiderRide> = {
  requested: buildRiderRide(),
  accepted: onTheWay,
  in_progress: underWay,
};

/** Payment statuses of a requested ride. A ride with a pending payment has its own card. */
const PAYMENTS: readonly PaymentStatus[] = ['waived', 'on_account', 'flagged', 'refunded'];

const riderCard = (name: string, ride: RiderRide): Specimen => ({
  name: `RiderRideCard, ${name}`,
  render: () => <RiderRideCard ride={ride} now={NOW} renderVehicle={drawVehicle} onCancel={() => {}} />,
});

const driverCard = (name: string, ride: DriverRide, press?: string, until = ''): Specimen => ({
  name: `DriverRideCard, ${name}`,
  render: () => <DriverRideCard ride={ride} now={NOW} renderVehicle={drawVehicle} />,
  window: press === undefined ? undefined : { press: [press], until },
});

const unpaidCard = (name: string, ride: RiderRide, isConfirming = false): Specimen => ({
  name: `UnpaidRideCard, ${name}`,
  render: () => <UnpaidRideCard ride={ride} now={NOW} isConfirming={isConfirming} onCancel={() => {}} />,
});

const driving = buildDriverRide({
  status: 'in_progress',
  version: 4,
  history: [...buildDriverRide().history, started],
});

const at = (time: string) => new Date(`2026-11-20T${time}-08:00`).toISOString();

/** Under way to a pickup at 4:20 PM; the page's clock starts at 4:12. */
const setOff = buildDriverRide({ enRouteAt: at('15:40:00'), scheduledTime: '16:20' });
const waiting = { ...setOff, scheduledTime: '16:00', arrivedAt: at('15:58:00') };
const overdue = { ...setOff, scheduledTime: '15:50', arrivedAt: at('15:56:00') };

/** Stubs the no-show fee, since this page has no server. */
const answerFee = () => {
  window.fetch = async () => Response.json({ feeCents: 1_500 });
};

const driverDialog = (name: string, ride: DriverRide, window: SpecimenWindow): Specimen => ({
  ...driverCard(name, ride),
  window: { height: 760, ...window },
});

const cancelled = { status: 'cancelled' as const, version: 4 };
const neverPaid = { ...buildUnpaidRide(), ...cancelled, payBy: null };

/** Rides for each section of My Rides. */
const RIDER_RIDES: readonly RiderRide[] = [
  buildUnpaidRide(),
  { ...underWay, id: buildRiderRide().id },
  buildRiderRide({ status: 'completed', actualFare: '$159.82' }),
  buildRiderRide({ status: 'completed', actualFare: '$142.82', refundedAmount: '$17.00' }),
  buildRiderRide({ status: 'completed', actualFare: '$142.82', refundFailedAmount: '$17.00' }),
  buildRiderRide({ status: 'completed', actualFare: '$142.82', refundedToGiftCard: '$17.00' }),
  { ...neverPaid, id: buildRiderRide().id, paymentStatus: 'expired' },
  buildRiderRide({ ...cancelled, id: buildRiderRide().id }),
  buildRiderRide({ ...cancelled, paymentStatus: 'refunded', refundedAmount: '$159.82' }),
  buildRiderRide({ ...cancelled, paymentStatus: 'refunded', refundFailedAmount: '$159.82' }),
  buildRiderRide({ ...cancelled, cancelledBy: 'rider', refundedAmount: '$154.82', cancellationFee: '$5.00' }),
];

const DRIVER_RIDES: readonly DriverRide[] = [
  buildDriverRide(),
  buildDriverRide({ status: 'completed', actualFare: '$142.82', customer: null }),
  buildDriverRide({ status: 'cancelled', cancelledBy: 'operations', driverShare: '$0.00' }),
  buildDriverRide({ status: 'cancelled', cancelledBy: 'rider', driverShare: '$4.00' }),
  buildDriverRide({ status: 'cancelled', cancelledBy: 'no_show', driverShare: '$12.00' }),
];

const listOf = <R extends { id: string; version: number }>(
  ownerId: string,
  rides: readonly R[],
): RideList<R> => ({
  ...emptyRideList(ownerId),
  phase: 'ready',
  asOf: NOW,
  rides: Object.fromEntries(rides.map((ride) => [ride.id, ride])),
});

const ready = () =>
  useRideStore.setState({
    riderRides: listOf(RIDER_ID, RIDER_RIDES),
    driverRides: listOf(DRIVER_ID, DRIVER_RIDES),
  });
const none = () =>
  useRideStore.setState({ riderRides: listOf(RIDER_ID, []), driverRides: listOf(DRIVER_ID, []) });

const riderList = (state: string, until: string, setUp: () => void): Specimen => ({
  name: `RiderRides, ${state}`,
  render: () => <RiderRides riderId={RIDER_ID} renderVehicle={drawVehicle} />,
  window: { until, setUp },
});

const driverList = (state: string, until: string, setUp: () => void): Specimen => ({
  name: `DriverRides, ${state}`,
  render: () => <DriverRides driverId={DRIVER_ID} renderVehicle={drawVehicle} />,
  window: { until, setUp },
});

const stale = () => {
  ready();
  setConnection('reconnecting', NOW);
};

export const rideStates: Group = {
  title: 'Rides',
  specimens: [
    unpaidCard('waiting', buildUnpaidRide()),
    unpaidCard('being confirmed', buildUnpaidRide(), true),
    ...Object.entries(RIDER_CARDS).map(([status, ride]) => riderCard(status, ride)),
    ...PAYMENTS.map((paymentStatus) =>
      riderCard(`requested, ${paymentStatus}`, buildRiderRide({ paymentStatus })),
    ),
    riderCard('unknown status', withUnknownStatus(buildRiderRide())),
    riderCard(
      'hourly, unknown vehicle',
      buildRiderRide({ rideType: 'hovercraft', bookingType: 'hourly', hours: 2.5 }),
    ),
    driverCard(
      'accepted',
      buildDriverRide({ specialRequests: 'Two child seats, please. We wait at door 4.' }),
    ),
    driverCard('another day', buildDriverRide({ scheduledDate: '2026-11-27' })),
    driverCard('setting off', buildDriverRide(), "I'm on my way", 'Sending...'),
    driverCard('not set off', buildDriverRide({ scheduledTime: '16:37' })),
    driverCard('on the way', setOff),
    driverCard('on the way, late', { ...setOff, scheduledTime: '16:10' }),
    driverCard('there before the pickup', { ...setOff, arrivedAt: at('16:11:00') }),
    driverCard('waiting', waiting),
    driverCard('waiting past the free minutes', overdue),
    driverDialog('no-show', overdue, {
      setUp: answerFee,
      press: ['No-show'],
      until: 'of which $12.00 is yours',
    }),
    driverDialog('no-show, fee unknown', overdue, {
      setUp: failCalls,
      press: ['No-show'],
      until: "couldn't load the fee",
    }),
    driverDialog('giving back', buildDriverRide(), {
      press: ['Give this ride back'],
      until: 'two hours before the pickup',
    }),
    driverDialog('giving back, no reason', buildDriverRide(), {
      press: ['Give this ride back', 'Give it back'],
      until: 'Please give a reason.',
    }),
    driverCard('past its end', { ...driving, scheduledTime: '15:15' }),
    driverCard('being started', buildDriverRide(), 'Start Ride', 'Starting...'),
    driverCard('in progress', driving),
    driverCard('customer forgotten', { ...driving, customer: null }),
    driverCard('unknown status', withUnknownStatus(buildDriverRide())),
    {
      name: 'RidesScreen, loading',
      render: () => (
        <RidesScreen
          list={emptyRideList(RIDER_ID)}
          active={[]}
          renderActive={() => null}
          action={null}
          emptyState={null}
          onRetry={() => {}}
        >
          {null}
        </RidesScreen>
      ),
    },
    riderList('every section', 'Cancelled Rides', ready),
    riderList('none', 'No active rides', none),
    riderList('failed', "We couldn't load your rides", failCalls),
    riderList('stale', 'Rides below are from', stale),
    driverList('every section', 'No-show', ready),
    driverList('none', 'No active rides', none),
  ],
};
