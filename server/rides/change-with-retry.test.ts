import { expect, test } from 'vitest';
import { buildRide } from '../testing/build-ride.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { changeWithRetry } from './change-with-retry.ts';
import { noteRide } from './note-ride.ts';

setUpTestApp();

test('when retries run out, the RIDE_CHANGED error does not reveal which staff member did what', async () => {
  const { id } = await buildRide();
  await noteRide({
    rideId: id,
    text: 'A difficult rider',
    actor: { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null },
    idempotencyKey: null,
  });

  await expect(changeWithRetry(id, async () => null)).rejects.toMatchObject({
    code: 'RIDE_CHANGED',
    message: expect.stringMatching(/^Your ride has since changed: (?!.*(Note|Dana))/),
  });
});
