// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { driveSteps, RideStepper } from './ride-stepper.tsx';

const SET_OFF = '2026-11-21T02:14:00.000Z';
const THERE = '2026-11-21T02:28:00.000Z';
const started = { change: 'in_progress' as const, at: '2026-11-21T02:41:00.000Z', version: 6 };

const statesOf = (ride: Parameters<typeof buildDriverRide>[0]) =>
  driveSteps(buildDriverRide(ride)).map(({ state }) => state);

test('the steps of a ride are done, current or ahead as it goes from accepted to completed', () => {
  expect(statesOf({})).toEqual(['ahead', 'ahead', 'ahead', 'ahead']);
  expect(statesOf({ enRouteAt: SET_OFF })).toEqual(['current', 'ahead', 'ahead', 'ahead']);
  expect(statesOf({ enRouteAt: SET_OFF, arrivedAt: THERE })).toEqual(['done', 'current', 'ahead', 'ahead']);
  expect(statesOf({ status: 'completed', enRouteAt: SET_OFF, arrivedAt: THERE })).toEqual([
    'done',
    'done',
    'done',
    'current',
  ]);
});

test('a step without a timestamp is passed, not done', () => {
  expect(statesOf({ arrivedAt: THERE })).toEqual(['passed', 'current', 'ahead', 'ahead']);
  expect(statesOf({ status: 'in_progress' })).toEqual(['passed', 'passed', 'current', 'ahead']);
});

test('a ride that is cancelled or has an unknown status has no steps', () => {
  expect(statesOf({ status: 'cancelled' })).toEqual([]);
  expect(statesOf({ status: 'rerouted' as RideStatus })).toEqual([]);
});

test('each step shows its time, and the current step is marked', () => {
  const ride = buildDriverRide({
    status: 'in_progress',
    enRouteAt: SET_OFF,
    arrivedAt: THERE,
    history: [...buildDriverRide().history, started],
  });
  render(<RideStepper steps={driveSteps(ride)} />);

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'On the way6:14 PM',
    'Arrived6:28 PM',
    'In progress6:41 PM',
    'Completed',
  ]);
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('In progress');
});
