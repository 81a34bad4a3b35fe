import { beforeAll, expect, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { logger } from '../../infra/logger.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { relayOutbox } from '../../relay-outbox.ts';
import { as } from '../../testing/as.ts';
import { buildDispatcher, buildRider } from '../../testing/build-user.ts';
import { staffRideIn } from '../../testing/pay-ride.ts';
import { book, countInvitations, phoneRequest } from '../../testing/phone-booking.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { findUserByEmail, signUp } from '../../users/accounts.ts';
import { InvitationModel } from '../../users/invitation-model.ts';
import { createInvitationLink, createInvited } from '../../users/invitations.ts';
import { UserModel } from '../../users/user-model.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();
beforeAll(() => startWorker());

const NOT_CONFIRMED = {
  status: 403,
  body: {
    code: 'EMAIL_NOT_CONFIRMED',
    message: expect.stringContaining('choose a password with “Forgot your password?”'),
  },
};

test('a phone booking for an account is refused until the account’s email is confirmed', async () => {
  const { customerEmail: email, ...trip } = phoneRequest({ payment: 'account' });
  const squatter = await buildRider({ email, emailConfirmedAt: null });

  expect(await book({ ...trip, customerEmail: email.toUpperCase() })).toMatchObject(NOT_CONFIRMED);

  expect(await RideModel.exists({ riderId: squatter.id })).toBeNull();
  expect(await countInvitations(email)).toBe(0);
  await UserModel.updateOne({ _id: squatter.id }, { emailConfirmedAt: new Date() });
  const ride = staffRideIn(await book({ ...trip, customerEmail: email }));
  expect(ride.riderId).toBe(squatter.id);
});

test('a phone booking is refused if somebody signs up with the caller’s email while it is being booked', async () => {
  const request = phoneRequest({ payment: 'account' });
  const { customerEmail: email } = request;
  const create = UserModel.create.bind(UserModel);
  const squatted = async (user: Parameters<typeof createInvited>[0]) => {
    await signUp({ name: 'Mallory', email, password: 'nine silver limousines' });
    return create(user);
  };
  const dispatcher = await buildDispatcher();
  vi.spyOn(UserModel, 'create').mockImplementationOnce(squatted as unknown as typeof UserModel.create);

  expect(await as(dispatcher).post('/api/ops/rides', request)).toMatchObject(NOT_CONFIRMED);

  const squatter = await findUserByEmail(email);
  expect(await RideModel.exists({ riderId: squatter?.id })).toBeNull();
});

test('a caller without a password can be booked again and gets one new invitation after the old one expired', async () => {
  const request = phoneRequest({ payment: 'account' });
  const { customerName: name, customerEmail: email, customerPhone: phone } = request;
  const { id } = await createInvited({ name, email, phone, role: 'rider' });
  await createInvitationLink(id);
  await InvitationModel.updateOne({ userId: id }, { expiresAt: new Date(Date.now() - 1) });

  const rides = await Promise.all([
    book({ ...request, specialRequests: 'A child seat' }),
    book({ ...request, specialRequests: 'Two child seats' }),
  ]);
  rides.push(await book(request));

  expect(rides.map((ride) => staffRideIn(ride).riderId)).toEqual([id, id, id]);
  expect(await InvitationModel.countDocuments({ userId: id, spentAt: null })).toBe(1);
  expect(await countInvitations(email)).toBe(1);
});

test('a caller whose ride cannot be booked is not invited', async () => {
  const request = phoneRequest({ passengers: 10 });

  expect(await book(request)).toMatchObject({ status: 400 });

  expect(await countInvitations(request.customerEmail)).toBe(0);
});

test('if booking crashes after storing the ride, the outbox relay emails invitation and payment link once', async () => {
  const request = phoneRequest();
  vi.spyOn(RideModel, 'create').mockImplementationOnce((async (doc: object) => {
    await RideModel.collection.insertOne({ ...doc });
    throw new Error('killed');
  }) as never);
  expect((await book(request, 'killed-after')).status).toBe(500);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
  const rider = await findUserByEmail(request.customerEmail);
  await RideModel.updateOne({ riderId: rider?.id }, { unpublishedSince: new Date(0) });

  await relayOutbox();

  expect(await countInvitations(request.customerEmail)).toBe(1);
  const [ride, ...others] = await RideModel.find({ riderId: rider?.id }).lean();
  expect(others).toEqual([]);
  expect(await MailModel.countDocuments({ template: 'payment-link', aboutId: ride?.charges[0]?.id })).toBe(1);
});

test('an account created for a caller before a crash is invited once, by the next booking', async () => {
  const request = phoneRequest();
  const { customerName: name, customerEmail: email, customerPhone: phone } = request;
  const { id } = await createInvited({ name, email, phone, role: 'rider' });

  const rides = [await book(request), await book(request)].map(staffRideIn);

  expect(rides.map(({ riderId }) => riderId)).toEqual([id, id]);
  expect(await countInvitations(email)).toBe(1);
});
