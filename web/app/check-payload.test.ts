import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer, buildRiderRide } from '#web/testing/build-ride.ts';
import { checkPayloadInDevelopment } from './check-payload.ts';

test('checkPayloadInDevelopment rejects payloads of a wrong shape and accepts an empty list and both views of a ride', () => {
  const { status: _, ...withoutStatus } = buildRiderRide();

  expect(() => checkPayloadInDevelopment('ride:changed', [withoutStatus])).toThrow();
  expect(() => checkPayloadInDevelopment('ride:changed', buildRiderRide())).toThrow();
  expect(() => checkPayloadInDevelopment('offer:added', [{ ...buildOffer(), version: '2' }])).toThrow();
  expect(() => checkPayloadInDevelopment('offer:removed', [{ id: buildOffer().id, version: 3 }])).toThrow();
  for (const rides of [[], [buildRiderRide()], [buildDriverRide()]])
    expect(checkPayloadInDevelopment('ride:changed', rides)).toBe(rides);
});
