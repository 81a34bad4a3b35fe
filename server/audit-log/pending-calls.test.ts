import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { recoveryCodesSchema, totpSecretSchema } from '#common/users/factors.ts';
import { holdMongo } from '#workers/testing/hold-mongo.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { AlertModel } from '../alerts/alert-model.ts';
import { openAlert } from '../alerts/alerts.ts';
import { DriverModel } from '../drivers/driver-model.ts';
import { RatesModel } from '../fares/rates-model.ts';
import { logger } from '../infra/logger.ts';
import { PromoModel } from '../promos/promo-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildRates } from '../testing/build-rates.ts';
import { buildAdmin, buildDispatcher, buildDriver, TEST_PASSWORD } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { startServer } from '../testing/start-server.ts';
import { codeOf } from '../testing/totp-codes.ts';
import { AuthenticatorModel } from '../users/authenticator-model.ts';
import { createInvitationLink, createInvited } from '../users/invitations.ts';
import { UserModel } from '../users/user-model.ts';
import { VehicleModel } from '../vehicles/vehicle-model.ts';
import { AuditModel } from './audit-model.ts';
import { PendingCallModel, recordBrokenCalls, runWithPendingCall } from './pending-calls.ts';
import { recordAudit, WORKER } from './record-audit.ts';

setUpTestApp();

/** Backdates all pending calls. */
const backdateCalls = () => PendingCallModel.updateMany({}, { at: new Date(Date.now() - 3_600_000) });

const linesAbout = (subjectId: string) => AuditModel.find({ 'subject.id': subjectId }).sort({ at: 1 }).lean();

/**
 * Lists one changing staff call for each kind of subject: target id, path, body, and how to check that it
 * took effect.
 */
async function buildStaffChanges() {
  const [driver, member] = [await buildDriver(), await buildDispatcher()];
  const [vehicle, promo] = [await buildVehicle(), await buildPromo()];
  const key = `broken off ${newId()}`;
  await openAlert({
    key,
    kind: 'money-difference',
    subject: { kind: 'ride', id: newId(), name: 'x' },
    text: 'x',
  });
  const alert = await AlertModel.findOne({ key }).orFail();
  const rates = '/api/ops/rates';
  return [
    {
      id: vehicle.id,
      path: `/api/ops/vehicles/${vehicle.id}/state`,
      call: 'PUT /api/ops/vehicles/:vehicleId/state',
      body: { state: 'out-of-service' },
      isDone: () => VehicleModel.exists({ _id: vehicle.id, state: 'out-of-service' }),
    },
    {
      id: driver.id,
      path: `/api/ops/drivers/${driver.id}/suspend`,
      call: 'POST /api/ops/drivers/:driverId/suspend',
      body: { reason: 'Complaints' },
      isDone: () => DriverModel.exists({ _id: driver.id, state: 'suspended' }),
    },
    {
      id: promo.id,
      path: `/api/ops/promos/${promo.id}/end`,
      call: 'POST /api/ops/promos/:promoId/end',
      body: { version: 1 },
      isDone: () => PromoModel.exists({ _id: promo.id, version: 2 }),
    },
    {
      id: member.id,
      path: `/api/ops/staff/${member.id}`,
      call: 'PATCH /api/ops/staff/:userId',
      body: { role: 'admin' },
      isDone: () => UserModel.exists({ _id: member.id, role: 'admin' }),
    },
    {
      id: alert.id,
      path: `/api/ops/alerts/${alert.id}/take`,
      call: 'POST /api/ops/alerts/:alertId/take',
      body: { version: alert.version },
      isDone: () => AlertModel.exists({ _id: alert.id, assignee: { $ne: null } }),
    },
    // A created document has no id yet, so the call itself is the subject.
    {
      id: `POST ${rates}`,
      path: rates,
      call: `POST ${rates}`,
      body: buildRates(),
      isDone: () => RatesModel.exists({ state: 'draft' }),
    },
  ];
}

test('if a server is killed between a staff change and its audit line, a worker writes a line for every change', async () => {
  const admin = await buildAdmin();
  await as(admin).signIn();
  const changes = await buildStaffChanges();
  const mongo = await holdMongo({ command: 'insert', collection: 'audit-log' });
  const server = await startServer({ MONGO_URL: mongo.url });
  const replies = Promise.allSettled(
    changes.map(({ call, path, body }) =>
      fetch(new URL(path, server.url), {
        method: call.split(' ')[0] ?? '',
        headers: { 'content-type': 'application/json', origin: server.url, cookie: as(admin).cookie },
        body: JSON.stringify(body),
      }),
    ),
  );
  await expect
    .poll(async () => (await Promise.all(changes.map((each) => each.isDone()))).map(Boolean))
    .toEqual(changes.map(() => true));
  await server.end('SIGKILL');
  await replies;
  for (const { id } of changes) expect(await linesAbout(id)).toEqual([]);
  await backdateCalls();

  onTestFinished(await startWorker({ 'record-broken-calls': 3_600_000 }));

  for (const { id, call: named } of changes) {
    await expect
      .poll(() => linesAbout(id))
      .toMatchObject([
        {
          action: 'call broken off',
          actor: { role: 'admin', id: admin.id, name: admin.name, address: expect.any(String) },
          after: { call: named },
        },
      ]);
  }
  expect(await PendingCallModel.countDocuments()).toBe(0);
});

test('a call that succeeds or is refused leaves no pending call, and only a successful call is audited', async () => {
  const [admin, vehicle] = [await buildAdmin(), await buildVehicle()];
  const setState = (state: string) =>
    as(admin).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state });

  expect((await setState('out-of-service')).status).toBe(200);
  expect((await as(admin).post(`/api/ops/promos/${newId()}/end`, { version: 1 })).status).toBe(404);

  expect(await PendingCallModel.countDocuments()).toBe(0);
  expect(await linesAbout(vehicle.id)).toMatchObject([{ action: 'vehicle taken out of service' }]);
});

test('a call whose audit line cannot be written fails, and its change is audited once later', async () => {
  const [admin, vehicle] = [await buildAdmin(), await buildVehicle()];
  await as(admin).signIn();
  vi.spyOn(AuditModel, 'create').mockRejectedValueOnce(new Error('the log is full'));

  const { status } = await as(admin).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, {
    state: 'out-of-service',
  });

  expect(status).toBe(500);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
  await recordBrokenCalls();
  expect(await linesAbout(vehicle.id)).toEqual([]);
  await backdateCalls();
  await Promise.all([recordBrokenCalls(), recordBrokenCalls()]);
  await recordBrokenCalls();
  expect(await linesAbout(vehicle.id)).toMatchObject([{ action: 'call broken off' }]);
});

const NEW_PASSWORD = 'seven quiet limousines';

/**
 * Creates a dispatcher with an authenticator app, a browser that has passed only the password step, and a
 * recovery code.
 */
async function buildHalfSignedIn() {
  const { id, email } = await buildDispatcher({ hasPasskey: false });
  const [first, browser] = [visitor(), visitor()];
  const givePassword = (to: typeof browser) => to.post('/api/session', { email, password: TEST_PASSWORD });
  await givePassword(first);
  const role = 'dispatcher';
  const { secret } = totpSecretSchema.parse((await first.post('/api/account/totp', { role })).body);
  const confirmed = await first.post('/api/account/totp/confirm', { role, code: codeOf(secret) });
  await givePassword(browser);
  return { id, browser, code: recoveryCodesSchema.parse(confirmed.body).recoveryCodes[0] };
}

/**
 * Lists what staff do to their own accounts while signed in, by emailed link or by recovery code: account id,
 * call and action.
 */
async function buildOwnChanges() {
  const [admin, forgetful, moved] = [await buildAdmin(), await buildDispatcher(), await buildDispatcher()];
  const email = `nia-${newId()}@example.com`;
  const invited = await createInvited({ name: 'Nia New', email, phone: null, role: 'dispatcher' });
  const invitation = (await createInvitationLink(invited.id)).split('/').at(-1);
  await visitor().post('/api/password-resets', { email: forgetful.email });
  const resetToken = tokenIn((await mailed('password-reset', forgetful.email)).at(-1));
  const address = `moved-${newId()}@example.com`;
  const change = { role: moved.role, currentPassword: TEST_PASSWORD, email: address };
  expect((await as(moved).send('PUT', '/api/account/email', change)).status).toBe(202);
  const token = tokenIn((await mailed('email-change', address)).at(-1));
  const chosen = { role: admin.role, currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
  const half = await buildHalfSignedIn();
  await as(admin).signIn();
  // Bypasses the model, which refuses deletion, to remove the lines of signing in and of requesting the
  // links.
  await AuditModel.collection.deleteMany({});
  return [
    {
      id: admin.id,
      call: 'PUT /api/account/password',
      act: () => as(admin).send('PUT', '/api/account/password', chosen),
    },
    {
      id: moved.id,
      call: 'POST /api/email-confirmations/spend',
      act: () => as(moved).post('/api/email-confirmations/spend', { token }),
    },
    {
      id: forgetful.id,
      call: 'POST /api/password-resets/spend',
      act: () => visitor().post('/api/password-resets/spend', { token: resetToken, password: NEW_PASSWORD }),
    },
    {
      id: half.id,
      call: 'POST /api/session/second-factor',
      act: () => half.browser.post('/api/session/second-factor', { code: half.code }),
    },
    {
      id: invited.id,
      call: 'POST /api/invitations/:token',
      act: () => visitor().post(`/api/invitations/${invitation}`, { password: NEW_PASSWORD }),
    },
  ];
}

const accountOf = (id: string) =>
  Promise.all([UserModel.findById(id).lean(), AuthenticatorModel.findById(id).lean()]);

test('a change by staff to their own account is audited later if its audit line cannot be written', async () => {
  const acts = await buildOwnChanges();
  for (const { id, call, act } of acts) {
    const before = await accountOf(id);
    vi.spyOn(AuditModel, 'create').mockRejectedValueOnce(new Error('the log is full'));

    expect([call, (await act()).status]).toEqual([call, 500]);

    expect(logger.error).toHaveBeenCalledOnce();
    vi.mocked(logger.error).mockClear();
    expect(await accountOf(id)).not.toEqual(before);
    expect(await linesAbout(id)).toEqual([]);
  }
  await backdateCalls();
  await recordBrokenCalls();
  for (const { id, call } of acts) {
    expect(await linesAbout(id)).toMatchObject([
      {
        action: 'call broken off',
        actor: { id, address: expect.any(String) },
        subject: { kind: 'account', id },
        after: { call },
      },
    ]);
  }
});

/**
 * Runs a staff call about a driver that fails after it wrote these lines.
 *
 * @returns the lines that the log gets for it later
 */
async function failAfter(lines: (actor: AuditActor, driverId: string) => Promise<void>[]) {
  const [actor, driverId] = [{ role: 'admin', id: newId(), name: 'Ada', address: null } as const, newId()];
  const begun = { actor, call: 'POST /api/ops/drivers/:driverId/suspend', params: { driverId } };
  const failed = runWithPendingCall(begun, async () => {
    await Promise.all(lines(actor, driverId));
    throw new Error('gone');
  });
  await expect(failed).rejects.toThrow('gone');
  await backdateCalls();
  await recordBrokenCalls();
  return (await linesAbout(driverId)).map(({ action }) => action);
}

const suspended = (actor: AuditActor, id: string) =>
  recordAudit({ actor, action: 'driver suspended', subject: { kind: 'driver', id } });

test('a call that fails after its own audit line was written gets no second line', async () => {
  expect(await failAfter((actor, driverId) => [suspended(actor, driverId)])).toEqual(['driver suspended']);
});

test('lines by other actors or about other subjects do not replace the line of a broken-off call', async () => {
  expect(await failAfter((actor) => [suspended(actor, newId())])).toEqual(['call broken off']);
  expect((await failAfter((_actor, driverId) => [suspended(WORKER, driverId)])).toSorted()).toEqual([
    'call broken off',
    'driver suspended',
  ]);
  expect(await failAfter(() => [])).toEqual(['call broken off']);
});

test('the audit line of a broken-off call about a ride has the ride’s reference', async () => {
  const [actor, rideId] = [{ role: 'admin', id: newId(), name: 'Ada', address: null } as const, newId()];
  const call = 'POST /api/ops/rides/:rideId/complete';
  await runWithPendingCall({ actor, call, params: { rideId } }, () =>
    Promise.reject(new Error('gone')),
  ).catch(() => {});
  await backdateCalls();

  await recordBrokenCalls();

  const subject = { kind: 'ride', id: rideId, name: rideReference(rideId) };
  expect(await linesAbout(rideId)).toMatchObject([{ action: 'call broken off', subject }]);
});

test('a staff change is not made if its pending call cannot be stored', async () => {
  const [admin, vehicle] = [await buildAdmin(), await buildVehicle()];
  await as(admin).signIn();
  vi.spyOn(PendingCallModel, 'create').mockRejectedValueOnce(new Error('the disk is full'));

  const { status } = await as(admin).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, {
    state: 'out-of-service',
  });

  expect(status).toBe(500);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
  expect(await VehicleModel.findById(vehicle.id)).toMatchObject({ state: 'active' });
});
