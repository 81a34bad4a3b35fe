import type { Offer } from '#common/rides/ride.ts';
import { drawVehicleAt } from '#web/app/draw-vehicle.tsx';
import { DriverDashboard } from '#web/features/rides/driver/driver-dashboard.tsx';
import { OfferCard } from '#web/features/rides/driver/offer-card.tsx';
import { TakenRow } from '#web/features/rides/driver/open-offers.tsx';
import { setOffersChannel } from '#web/features/rides/store/active-lists.ts';
import type { PostedOffer } from '#web/features/rides/store/offer-board.ts';
import { noteConnection } from '#web/lib/connection-store.ts';
import { buildOffer, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
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
  render: () => <OfferCard posted={posted} now={NOW} renderVehicle={drawVehicle} onAccept={() => {}} />,
});

const OFFERS: readonly Offer[] = [
  buildOffer({ createdAt: NOW.toISOString() }),
  buildOffer({ rideType: 'lux-sedan', estimatedFare: '$97.37', driverShare: '$66.64' }),
];

const open = (offers: readonly Offer[]) => () =>
  setOffersChannel({ watch: async () => [...offers], unwatch() {} });

const loading = () => setOffersChannel({ watch: () => new Promise<never>(() => {}), unwatch() {} });
const failing = () => setOffersChannel({ watch: () => Promise.reject(new Error('No offers')), unwatch() {} });

const stale = () => {
  open(OFFERS)();
  noteConnection('reconnecting', NOW);
};

const dashboard = (state: string, until: string, setUp: () => void): Specimen => ({
  name: `DriverDashboard, ${state}`,
  render: () => <DriverDashboard driverId={DRIVER_ID} renderVehicle={drawVehicle} />,
  window: { until, setUp },
});

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
  ],
};
