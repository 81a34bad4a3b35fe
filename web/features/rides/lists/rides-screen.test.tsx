import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import { buildDriverRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { OfferList } from '../driver/offer-list.tsx';
import { emptyRideList, type RideList } from '../store/ride-list.ts';
import { RidesScreen } from './rides-screen.tsx';

const screen = (list: RideList<DriverRide>, active: DriverRide[] = []) =>
  renderToStaticMarkup(
    <RidesScreen
      list={list}
      onRetry={() => {}}
      action="[more rides]"
      emptyState="[no active rides]"
      active={active}
      renderActive={({ id }) => id}
    >
      [past rides]
    </RidesScreen>,
  );

const loading: RideList<DriverRide> = emptyRideList(DRIVER_ID);
const ready: RideList<DriverRide> = { ...loading, phase: 'ready', asOf: NOW };
const completed = buildDriverRide({ status: 'completed' });

test('a list on its way says so', () => {
  expect(screen(loading)).toMatch(/aria-busy="true"[\s\S]*Loading rides\.\.\./);
});

test('a list that failed says what happened and can be tried again', () => {
  const markup = screen({ ...loading, phase: 'failed', problem: 'Please log in.' });
  expect(markup).toMatch(/role="alert"[\s\S]*Please log in\.[\s\S]*Try again/);
  expect(markup).not.toContain('Live');
});

test('without a single ride there is nothing but the way to one', () => {
  const markup = screen(ready);
  expect(markup).toContain('[no active rides]');
  expect(markup).not.toContain('Active Rides');
  expect(markup).not.toContain('[past rides]');
});

test('past rides are listed though none is active', () => {
  const markup = screen({ ...ready, rides: { [completed.id]: completed } });
  expect(markup).toMatch(/Active Rides[\s\S]*\[no active rides\][\s\S]*\[past rides\]/);
  expect(markup).not.toContain('[more rides]');
});

test('active rides are counted and shown', () => {
  const ride = buildDriverRide();
  const markup = screen({ ...ready, rides: { [ride.id]: ride } }, [ride]);
  expect(markup).toContain('1 ride<');
  expect(markup).toContain(ride.id);
  expect(markup).toContain('[more rides]');
});

test("a board without offers has the specification's words", () => {
  const markup = renderToStaticMarkup(
    <OfferList posted={[]} isOpen renderVehicle={() => null} onAccept={() => {}} />,
  );
  expect(markup).toMatch(/No rides available[\s\S]*New ride requests will appear here/);
});
