import { expect, test } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { riderSentence, riderStatus } from './ride-status.ts';

/** A status from a server that is ahead of this build. */
const unknownStatus = 'no_show' as RideStatus;

test.each([
  [{ status: 'requested', paymentStatus: 'pending' }, 'Awaiting payment', null],
  [{ status: 'requested', paymentStatus: 'paid' }, 'Requested', 'Finding your driver'],
  [{ status: 'requested', paymentStatus: 'waived' }, 'Requested', 'Finding your driver'],
  [{ status: 'requested', paymentStatus: 'flagged' }, 'Payment under review', null],
  [{ status: 'accepted', paymentStatus: 'paid' }, 'Accepted', 'Your driver is on the way!'],
  [{ status: 'in_progress', paymentStatus: 'paid' }, 'In progress', 'Ride in progress'],
  [{ status: 'completed', paymentStatus: 'paid' }, 'Completed', null],
  [{ status: unknownStatus, paymentStatus: 'paid' }, 'no_show', null],
] as const)('%o reads %s', (ride, label, sentence) => {
  expect(riderStatus(ride).label).toBe(label);
  expect(riderSentence(ride)).toBe(sentence);
});
