// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { setPositionChannel } from '#web/lib/position-channel.ts';
import { buildDriverRide, buildRiderRide, buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { buildTracking } from '#web/testing/build-tracking.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { RideOnMap } from '../ride-page/ride-on-map.tsx';
import { beginDriverRides, clearRides, receiveRides } from '../store/ride-store.ts';
import { PositionBar } from './position-bar.tsx';
import { forgetPositions, receivePositions } from './position-store.ts';
import type { RenderRideMap } from './ride-map-view.ts';
import { RideWhereabouts } from './ride-whereabouts.tsx';
import { endSharing, shareForRide, useSharingStore } from './sharing-store.ts';
import { useTracking } from './use-tracking.ts';

const MINUTE_MS = 60_000;
const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString();

beforeEach(() => {
  forgetPositions();
  clearRides();
  // Fakes only what ages depend on, so that replies arrive in real time.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

const SET_OFF = { status: 'accepted', enRouteAt: at(-5 * MINUTE_MS) } as const;
const SAM = { firstName: 'Sam', vehicle: 'Black Cadillac Escalade, NV 218-QKD' };

const tracked = (rideId: string, position: Partial<RidePosition> = {}): Tracking =>
  buildTracking(rideId, { arrival: { from: at(7 * MINUTE_MS), to: at(10 * MINUTE_MS) }, ...position });

const renderMap: RenderRideMap = ({ label, seen }) => <section aria-label={label}>{seen ?? 'live'}</section>;

function OwnRide({ ride }: { ride: RiderRide }) {
  const tracking = useTracking(ride);
  return tracking && <RideOnMap ride={ride} tracking={tracking} renderMap={renderMap} />;
}

test('the rider’s map shows the age of a position after 30 seconds, until a new position arrives', async () => {
  const ride = buildRiderRide({ ...SET_OFF, driver: SAM });
  const { position, ...rest } = tracked(ride.id);
  await answerApi({ [`GET /api/rides/${ride.id}/tracking`]: [200, { position, ...rest }] });
  render(<OwnRide ride={ride} />);
  const map = await screen.findByRole('region', { name: 'Map of your ride' });
  expect(map).toHaveTextContent('live');
  expect(screen.getByText('7 to 10 min')).toBeVisible();

  pass(30_000);
  expect(map).toHaveTextContent('live');
  pass(5_000);
  expect(map).toHaveTextContent('Seen 35 s ago');
  // A stale estimate is not counted down.
  expect(screen.queryByText(/ min$/)).toBeNull();
  pass(4 * MINUTE_MS - 35_000);
  expect(map).toHaveTextContent('Seen 4 min ago');

  if (position) act(() => receivePositions([{ ...position, at: at(4 * MINUTE_MS) }]));
  expect(map).toHaveTextContent('live');
});

test('staff always see where the car is and how old its position is', async () => {
  const ride = buildStaffRide({ ...SET_OFF, driver: SAM });
  await answerApi({ [`GET /api/ops/rides/${ride.id}/tracking`]: [200, tracked(ride.id)] });
  const { rerender } = render(<RideWhereabouts ride={ride} renderMap={renderMap} />);
  expect(screen.getByText(/^Sam’s position is not known/)).toBeVisible();

  const words = await screen.findByText(
    /^7 to 10 min to Harry Reid International Airport, about 4:20 PM PST/,
  );
  expect(screen.getByText('Seen 0 s ago')).toBeVisible();
  pass(4 * MINUTE_MS);
  expect(screen.getByText('Seen 4 min ago', { selector: 'span' })).toHaveClass('text-warn');
  expect(words).toHaveTextContent('7 to 10 min');

  rerender(<RideWhereabouts ride={{ ...ride, status: 'completed' }} renderMap={renderMap} />);
  expect(screen.queryByRole('region', { name: 'Where the car is' })).toBeNull();
});

test('the driver’s bar shows since when there has been no signal', () => {
  const ride = buildDriverRide({ ...SET_OFF, enRouteAt: at(-MINUTE_MS) });
  receiveRides([ride], beginDriverRides(DRIVER_ID));
  useSharingStore.setState({ state: 'shared', rideId: ride.id, lastAt: NOW });
  onTestFinished(() => useSharingStore.setState({ state: 'off', rideId: null, lastAt: null }));
  render(<PositionBar driverId={DRIVER_ID} />);
  const bar = screen.getByRole('status');
  expect(bar).toHaveTextContent('Alex sees where you are');

  pass(30_000);
  expect(bar).toHaveTextContent('Alex sees where you are');
  pass(5_000);
  expect(bar).toHaveTextContent('No signal since 4:12 PM');

  act(() => useSharingStore.setState({ lastAt: new Date() }));
  expect(bar).toHaveTextContent('Alex sees where you are');
});

/** Shares the driver's position of a ride. @returns delivers a position of the browser's */
function share(): () => void {
  const ride = buildDriverRide({ ...SET_OFF, enRouteAt: at(-MINUTE_MS) });
  receiveRides([ride], beginDriverRides(DRIVER_ID));
  let onFix: PositionCallback = () => {};
  const geolocation = {
    watchPosition: (callback: PositionCallback) => {
      onFix = callback;
      return 7;
    },
    clearWatch() {},
    getCurrentPosition() {},
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation }));
  shareForRide(ride.id, DRIVER_ID);
  onTestFinished(() => {
    endSharing();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  render(<PositionBar driverId={DRIVER_ID} />);
  const coords = { latitude: 36.12, longitude: -115.17, accuracy: 8, heading: null };
  return () => act(() => onFix({ coords } as GeolocationPosition));
}

test('a driver whose position was never found is shown No signal after 35 seconds', () => {
  share();

  pass(35_000);

  expect(screen.getByRole('status')).toHaveTextContent(/^No signal$/);
});

test('a driver whose positions are not sent is shown No signal until one is', () => {
  const move = share();
  const bar = screen.getByRole('status');

  for (let seconds = 0; seconds < 35; seconds += 5) {
    move();
    pass(5_000);
  }
  expect(bar).toHaveTextContent(/^No signal$/);

  setPositionChannel(() => {});
  onTestFinished(() => setPositionChannel(null));
  move();
  expect(bar).toHaveTextContent('Alex sees where you are');
});

test('a driver who stopped sharing before a reload is still not sharing after it', () => {
  const ride = buildDriverRide({ ...SET_OFF, enRouteAt: at(-MINUTE_MS) });
  localStorage.setItem('position-agreed', DRIVER_ID);
  localStorage.setItem('position-stopped', ride.id);
  onTestFinished(() => {
    endSharing();
    localStorage.clear();
  });
  receiveRides([ride], beginDriverRides(DRIVER_ID));

  render(<PositionBar driverId={DRIVER_ID} />);

  expect(screen.getByRole('status')).toHaveTextContent('Alex no longer sees you.');
});
