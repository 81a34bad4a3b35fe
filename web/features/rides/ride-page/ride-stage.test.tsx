// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import { RideStage } from './ride-stage.tsx';

/** Returns the vehicle's positions: on the line shown on a phone, and on that of the steps. */
function places(ride: RiderRide): string[] {
  const { unmount } = render(
    <RideStage ride={ride} now={NOW} renderVehicle={() => <svg role="img" aria-label="Lux Sedan" />} />,
  );
  const parents = screen.queryAllByRole('img').map(({ parentElement }) => parentElement);
  const found = parents.map((parent) => parent?.style.getPropertyValue('--done') ?? '');
  unmount();
  return found;
}

test('the vehicle is drawn at the step that the ride has reached, on phone and desktop', () => {
  expect(places(buildRiderRide({ status: 'requested' }))).toEqual(['0', '0']);
  expect(places(buildRiderRide({ status: 'accepted' }))).toEqual(['0.2', '0.2']);
  expect(places(buildRiderRide({ status: 'in_progress' }))).toEqual(['0.8', '0.8']);
  expect(places(buildRiderRide({ status: 'completed' }))).toEqual(['1', '1']);
  expect(places(buildRiderRide({ status: 'cancelled' }))).toEqual([]);
});

test('the assigned vehicle is drawn in its own color, not the preferred one', () => {
  const driver = { firstName: 'Nora', vehicle: 'White Mercedes S 580, NV 904-LRT' };
  const ride = buildRiderRide({ status: 'accepted', preferredColor: 'black', driver });
  const renderVehicle = (_rideType: string, color: string | null) => <p>drawn in {color}</p>;
  render(<RideStage ride={ride} now={NOW} renderVehicle={renderVehicle} />);

  expect(screen.getAllByText('drawn in white')).toHaveLength(2);
});
