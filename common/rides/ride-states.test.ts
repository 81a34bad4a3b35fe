import { expect, test } from 'vitest';
import {
  ACTIVE_STATUSES,
  driverMovesOf,
  findRideState,
  isOffer,
  milestoneSchema,
  OVER_STATUSES,
  paymentStatusSchema,
  RIDE_STATES,
  rideStatusSchema,
  type Stamped,
  statusesBefore,
  statusLabel,
  TIMELINE,
} from './ride-states.ts';

test('a ride status can only move forward, to cancelled, or back to requested', () => {
  expect(statusesBefore('accepted')).toEqual(['requested']);
  expect(statusesBefore('in_progress')).toEqual(['accepted']);
  expect(statusesBefore('completed')).toEqual(['in_progress']);
  expect(statusesBefore('requested')).toEqual(['accepted']);
  expect(RIDE_STATES.completed.next).toEqual([]);
  expect(RIDE_STATES.cancelled.next).toEqual([]);
  expect(OVER_STATUSES).toEqual(['completed', 'cancelled']);
  expect(ACTIVE_STATUSES).toEqual(['requested', 'accepted', 'in_progress']);
});

test('next statuses follow the timeline, and each status has at most one action', () => {
  for (const status of rideStatusSchema.options) {
    const order = TIMELINE.indexOf(status);
    const steps = RIDE_STATES[status].next.filter((to) => RIDE_STATES[to].isStep && to !== 'requested');
    expect(steps.every((to) => TIMELINE.indexOf(to) > order)).toBe(true);
    expect(RIDE_STATES[status].next.filter((to) => RIDE_STATES[to].action).length).toBeLessThanOrEqual(1);
  }
});

const AT = '2026-11-20T00:00:00Z';
const moves = (status: string, stamped: Partial<Stamped> = {}) =>
  driverMovesOf({ status, enRouteAt: null, arrivedAt: null, ...stamped }).map(({ to }) => to);

test('a driver can choose among the milestones still ahead, also when an earlier one was skipped', () => {
  expect(moves('requested')).toEqual([]);
  expect(moves('accepted')).toEqual(milestoneSchema.options);
  expect(moves('accepted', { enRouteAt: AT })).toEqual(['arrived', 'in_progress']);
  expect(moves('accepted', { arrivedAt: AT })).toEqual(['in_progress']);
  expect(moves('in_progress', { enRouteAt: AT })).toEqual(['completed']);
  expect(moves('completed')).toEqual([]);
});

test('an offer is a requested ride that is paid, waived or on account', () => {
  const offers = rideStatusSchema.options.flatMap((status) =>
    paymentStatusSchema.options
      .filter((paymentStatus) => isOffer({ status, paymentStatus }))
      .map((paymentStatus) => `${status} ${paymentStatus}`),
  );
  expect(offers).toEqual(['requested paid', 'requested waived', 'requested on_account']);
});

test('an unknown status is shown unchanged and has no next moves', () => {
  expect(statusLabel('in_progress')).toBe('In progress');
  expect(statusLabel('teleported')).toBe('teleported');
  expect(findRideState('teleported')).toBeNull();
  expect(findRideState('toString')).toBeNull();
  expect(moves('teleported')).toEqual([]);
});
