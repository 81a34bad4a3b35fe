import type { Offer } from '#common/rides/ride.ts';
import { drawVehicleAt } from '#web/app/draw-vehicle.tsx';
import { DriverDashboard } from '#web/features/rides/driver/driver-dashboard.tsx';
import { EarlyStartDialog } from '#web/features/rides/driver/early-start-dialog.tsx';
import { OfferCard } from '#web/features/rides/driver/offer-card.tsx';
import { TakenRow } from '#web/features/rides/driver/open-offers.tsx';
import { OverlapDialog } from '#web/features/rides/driver/overlap-dialog.tsx';
import { receiveDriver } from '#web/features/rides/duty/driver-store.ts';
import { MyVehicles } from '#web/features/rides/duty/my-vehicles.tsx';
import type { PostedOffer } from '#web/features/rides/store/offer-board.ts';
import { beginDriverRides, receiveRides } from '#web/features/rides/store/ride-store.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { buildDrivenVehicle, buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide, buildOffer, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { openRidesChannel } from '#web/testing/open-rides-channel.ts';
import type { Group, Specimen } from './specimen.tsx';

const drawVehicle = drawVehicleAt(20);

const post = (overrides: Partial<PostedOffer> = {}): PostedOffer => ({
  offer: buildOffer(),
  isNew: false,
  isTaken: false,
  isAccepting: false,
  ...overrides,
});

const card = (name: string, posted: PostedOffer): Specimen => ({
  name: `OfferCard, ${name}`,
  render: () => (
    <OfferCard
      posted={posted}
      now={NOW}
      fit="Free until 7:30 PM"
      overlaps={false}
      renderVehicle={drawVehicle}
      onAccept={() => {}}
    />
  ),
});

const OFFERS: readonly Offer[] = [
  buildOffer({ createdAt: NOW.toISOString() }),
  buildOffer({ rideType: 'lux-sedan', estimatedFare: '$97.37', driverShare: '$66.64' }),
];

const open = (offers: readonly Offer[]) => () => openRidesChannel({ watchOffers: async () => [...offers] });

const loading = () => openRidesChannel({ watchOffers: () => new Promise<never>(() => {}) });
const failing = () => openRidesChannel({ watchOffers: () => Promise.reject(new Error('No offers')) });

const stale = () => {
  open(OFFERS)();
  setConnection('reconnecting', NOW);
};

const withDriver = (overrides: Parameters<typeof buildOwnDriver>[0]) => () => {
  open(OFFERS)();
  receiveDriver(buildOwnDriver(overrides));
};

const STANDINGS: readonly Specimen[] = [
  dashboard('on duty', 'Accept Ride', withDriver({})),
  dashboard('off duty', "You're off duty", withDriver({ isOnDuty: false, serves: [] })),
  dashboard('no vehicle on the road', 'None of your vehicles', withDriver({ serves: [] })),
  dashboard('suspended', 'suspended', withDriver({ state: 'suspended', isOnDuty: false, serves: [] })),
  dashboard('not approved', 'not approved', withDriver({ state: 'none', isOnDuty: false, serves: [] })),
];

const taken = buildDriverRide({
  pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd',
  dropoffLocation: 'LAS, Terminal 3',
  scheduledTime: '19:30',
});

const DIALOGS: readonly Specimen[] = [
  {
    name: 'OverlapDialog',
    render: () => (
      <OverlapDialog
        driverId={DRIVER_ID}
        offer={buildOffer({ bookingType: 'hourly', hours: 3 })}
        message="This overlaps Wynn Las Vegas to LAS, Fri 20 Nov, 7:30 PM. You would have to leave for Wynn Las Vegas at 7:15 PM, in the middle of this ride."
        onLeave={() => {}}
        onAccept={() => {}}
      />
    ),
    window: { until: 'Accept anyway', setUp: () => receiveRides([taken], beginDriverRides(DRIVER_ID)) },
  },
  {
    name: 'OverlapDialog, the vehicle',
    render: () => (
      <OverlapDialog
        driverId={DRIVER_ID}
        offer={buildOffer({ bookingType: 'hourly', hours: 3 })}
        message="White Lincoln Navigator, NV 677-TGL is with Luis from 7:00 PM until 10:00 PM."
        isVehicleTaken
        onLeave={() => {}}
        onAccept={() => {}}
      />
    ),
    window: { until: 'Accept anyway' },
  },
  {
    name: 'EarlyStartDialog',
    render: () => (
      <EarlyStartDialog
        label="Start it now"
        question="This ride is on Fri 27 Nov. Start it now?"
        onWait={() => {}}
        onStart={() => {}}
      />
    ),
    window: { until: 'Not yet' },
  },
  {
    name: 'MyVehicles',
    render: () => (
      <MyVehicles
        driver={buildOwnDriver({
          vehicles: [
            buildDrivenVehicle(),
            buildDrivenVehicle({ id: '1'.repeat(24), plate: 'NV 904-LRT', state: 'out-of-service' }),
            buildDrivenVehicle({
              id: '2'.repeat(24),
              plate: 'NV 551-MVX',
              documents: [
                {
                  kind: 'inspection',
                  number: '1',
                  expiresOn: '2020-01-01',
                  file: {
                    id: `file_${'0'.repeat(32)}`,
                    name: 'inspection-2019.pdf',
                    mediaType: 'application/pdf',
                    bytes: 348_160,
                  },
                },
              ],
            }),
          ],
        })}
        onClose={() => {}}
      />
    ),
    window: { until: 'Out of service' },
  },
];

function dashboard(state: string, until: string, setUp: () => void): Specimen {
  return {
    name: `DriverDashboard, ${state}`,
    render: () => <DriverDashboard driverId={DRIVER_ID} renderVehicle={drawVehicle} />,
    window: { until, setUp },
  };
}

export const offerStates: Group = {
  title: 'Offers',
  specimens: [
    card('open', post()),
    card('just arrived', post({ isNew: true, offer: buildOffer({ createdAt: NOW.toISOString() }) })),
    card('accepting', post({ isAccepting: true })),
    card(
      'hourly, no vehicle',
      post({ offer: buildOffer({ rideType: 'xl', bookingType: 'hourly', hours: 3 }) }),
    ),
    { name: 'TakenRow', render: () => <TakenRow offer={buildOffer()} now={NOW} /> },
    dashboard('loading', 'Loading rides...', loading),
    dashboard('live', 'Accept Ride', open(OFFERS)),
    dashboard('none', 'No rides available', open([])),
    dashboard('failed', "We couldn't load the requests", failing),
    dashboard('stale', 'Requests below are from', stale),
    ...STANDINGS,
    ...DIALOGS,
  ],
};
