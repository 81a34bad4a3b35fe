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

test('only forward moves, cancellation and offering again are possible', () => {
  expect(statusesBefore('accepted')).toEqual(['requested']);
  expect(statusesBefore('in_progress')).toEqual(['accepted']);
  expect(statusesBefore('completed')).toEqual(['in_progress']);
  expect(statusesBefore('requested')).toEqual(['accepted']);
  expect(RIDE_STATES.completed.next).toEqual([]);
  expect(RIDE_STATES.cancelled.next).toEqual([]);
  expect(OVER_STATUSES).toEqual(['completed', 'cancelled']);
  expect(ACTIVE_STATUSES).toEqual(['requested', 'accepted', 'in_progress']);
});

test('a ride moves along the timeline, and a driver has one button in each status', () => {
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

test('a driver sets off, arrives, starts and completes; who passed a stamp over is not asked for it', () => {
  expect(moves('requested')).toEqual([]);
  expect(moves('accepted')).toEqual(milestoneSchema.options);
  expect(moves('accepted', { enRouteAt: AT })).toEqual(['arrived', 'in_progress']);
  expect(moves('accepted', { arrivedAt: AT })).toEqual(['in_progress']);
  expect(moves('in_progress', { enRouteAt: AT })).toEqual(['completed']);
  expect(moves('completed')).toEqual([]);
});

test('an offer is requested and settled, nothing else', () => {
  const offers = rideStatusSchema.options.flatMap((status) =>
    paymentStatusSchema.options
      .filter((paymentStatus) => isOffer({ status, paymentStatus }))
      .map((paymentStatus) => `${status} ${paymentStatus}`),
  );
  expect(offers).toEqual(['requested paid', 'requested waived', 'requested on_account']);
});

test('an unknown status is shown raw, and leads nowhere', () => {
  expect(statusLabel('in_progress')).toBe('In progress');
  expect(statusLabel('teleported')).toBe('teleported');
  expect(findRideState('teleported')).toBeNull();
  expect(findRideState('toString')).toBeNull();
  expect(moves('teleported')).toEqual([]);
});
