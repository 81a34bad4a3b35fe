import { expect, test } from 'vitest';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { eraseAccount } from '../../personal-data/erase-account.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildRider } from '../../testing/build-user.ts';
import { deleteOwn } from '../../testing/delete-own.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

test('a payment link for a deleted account is refused, and nothing is mailed or audited', async () => {
  const rider = await buildRider();
  const charge = {
    id: newId(),
    kind: 'adjustment',
    amountCents: 900,
    reason: 'One more stop',
    at: new Date(),
  };
  const { id: rideId } = await buildRide({ riderId: rider.id, status: 'completed' });
  expect((await deleteOwn(rider)).status).toBe(202);
  await eraseAccount(rider.id);
  await RideModel.updateOne({ _id: rideId }, { $push: { charges: { ...charge, status: 'open' } } });

  const reply = await as(await buildDispatcher()).post(`/api/ops/rides/${rideId}/payment-link`, {});

  expect(reply).toMatchObject({
    status: 409,
    body: { code: 'RIDE_STATE_CONFLICT', message: expect.stringContaining('account is deleted') },
  });
  expect(await MailModel.countDocuments({ aboutId: charge.id })).toBe(0);
  expect(await AuditModel.countDocuments({ 'subject.id': rideId, action: 'payment link sent' })).toBe(0);
});
