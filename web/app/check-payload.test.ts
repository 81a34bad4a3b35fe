import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer, buildRiderRide } from '#web/testing/build-ride.ts';
import { checkPayload } from './check-payload.ts';

test('checkPayload rejects payloads of a wrong shape and accepts an empty list and both views of a ride', () => {
  const { status: _, ...withoutStatus } = buildRiderRide();

  expect(() => checkPayload('ride:changed', [withoutStatus])).toThrow();
  expect(() => checkPayload('ride:changed', buildRiderRide())).toThrow();
  expect(() => checkPayload('offer:added', [{ ...buildOffer(), version: '2' }])).toThrow();
  expect(() => checkPayload('offer:removed', [{ id: buildOffer().id, version: 3 }])).toThrow();
  for (const rides of [[], [buildRiderRide()], [buildDriverRide()]])
    expect(checkPayload('ride:changed', rides)).toBe(rides);
});
