import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type FirstStepId, firstStepSchema } from '#common/ops/ops-api.ts';
import { changeCapacitySetting } from './capacity/capacity-setting.ts';
import { env, isStripeSet } from './env.ts';
import { enqueueEmail } from './mail/email-outbox.ts';
import { MailModel } from './mail/mail-model.ts';
import { recordEvent, WebhookEventModel } from './payments/stripe-events.ts';
import { as } from './testing/as.ts';
import { buildAdmin, buildDispatcher, buildDriver } from './testing/build-user.ts';
import { buildVehicle } from './testing/build-vehicle.ts';
import { newId } from './testing/new-id.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

setUpTestApp();

test('each setup step is done once its condition holds, and the webhook step stays done without stored events', async () => {
  const admin = as(await buildAdmin());
  const doneSteps = async (): Promise<FirstStepId[]> => {
    const { body } = await admin.get('/api/ops/first-steps');
    return z
      .array(firstStepSchema)
      .parse(body)
      .filter(({ isDone }) => isDone)
      .map(({ id }) => id);
  };
  // Done from the start, since the tests use the simulator.
  expect(await doneSteps()).toEqual(['stripe']);

  await buildDispatcher();
  await buildDriver({ vehicle: null, driver: null });
  expect(await doneSteps()).toEqual(['dispatcher', 'stripe']);
  await buildDriver({ vehicle: { state: 'out-of-service' } });
  expect(await doneSteps()).toEqual(['dispatcher', 'driver', 'stripe']);
  await buildVehicle();
  expect(await doneSteps()).toEqual(['dispatcher', 'vehicle', 'driver', 'stripe']);

  const mailId = newId();
  await enqueueEmail('invitation', mailId);
  expect(await doneSteps()).not.toContain('mail');
  await MailModel.updateOne({ aboutId: mailId }, { $set: { sentAt: new Date() } });
  expect(await doneSteps()).toContain('mail');

  const event = { id: 'evt_1', type: 'charge.succeeded' } as Parameters<typeof recordEvent>[0];
  const updates = vi.spyOn(WebhookEventModel, 'updateOne');
  await recordEvent(event);
  await recordEvent({ ...event, id: 'evt_2' });
  expect(updates).toHaveBeenCalledOnce();
  await changeCapacitySetting({ isEnforced: true });
  expect(await doneSteps()).toContain('capacity');
  await WebhookEventModel.deleteMany({ receivedAt: { $exists: true } });
  expect(await doneSteps()).toContain('webhook');
});

test('payments count as set up with real keys or with the simulator', () => {
  const bare = { ...env, STRIPE_SIMULATOR_URL: '', STRIPE_SECRET_KEY: 'sk_test_simulator' };
  expect(isStripeSet(bare)).toBe(false);
  expect(isStripeSet({ ...bare, STRIPE_SECRET_KEY: 'sk_test_ours' })).toBe(true);
  expect(isStripeSet({ ...bare, STRIPE_SIMULATOR_URL: 'http://127.0.0.1:12111' })).toBe(true);
});
