import { expect, test } from 'vitest';
import {
  isOffer,
  paymentStatusSchema,
  RIDE_MOVES,
  rideStatusSchema,
  statusesBefore,
  statusLabel,
} from './status.ts';

test('only forward moves, and calling off, are to be had', () => {
  expect(statusesBefore('accepted')).toEqual(['requested']);
  expect(statusesBefore('in_progress')).toEqual(['accepted']);
  expect(statusesBefore('completed')).toEqual(['in_progress']);
  expect(statusesBefore('requested')).toEqual([]);
  expect(RIDE_MOVES.completed).toEqual([]);
  expect(RIDE_MOVES.cancelled).toEqual([]);
});

test('an offer is requested and settled, nothing else', () => {
  const offers = rideStatusSchema.options.flatMap((status) =>
    paymentStatusSchema.options
      .filter((paymentStatus) => isOffer({ status, paymentStatus }))
      .map((paymentStatus) => `${status} ${paymentStatus}`),
  );
  expect(offers).toEqual(['requested paid', 'requested waived']);
});

test('an unknown status is shown raw', () => {
  expect(statusLabel('in_progress')).toBe('In progress');
  expect(statusLabel('teleported')).toBe('teleported');
});
