// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { deferred } from '#web/testing/deferred.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { editDraft, useDraftStore } from './draft-store.ts';
import { renderForm } from './testing/render-form.tsx';
import {
  answer,
  fillForm,
  leaveForm,
  newestToast,
  REQUEST,
  requested,
  rider,
  submit,
  toast,
} from './testing/request-ride.tsx';

beforeEach(fillForm);
afterEach(leaveForm);

/** Submits a form; the server has received its request. */
async function sendForm(replies: ApiReplies) {
  const requests = await answer(replies);
  const form = renderForm(rider);
  await submit();
  await waitFor(() => expect(requests()).toHaveLength(1));
  return { ...form, requests };
}

test('a rider who left before the reply stays where they are, and a toast links to the unpaid ride', async () => {
  const reply = deferred<void>();
  const { onRequested, leave } = await sendForm({
    [REQUEST]: () => reply.promise.then(() => [201, requested]),
  });

  leave();
  reply.resolve();

  await waitFor(() => expect(useDraftStore.getState().pickupLocation).toBe(''));
  expect(onRequested).not.toHaveBeenCalled();
  expect(toast()).toMatchObject({
    ...{ kind: 'success', title: 'Ride requested', description: 'Pay for it in My Rides to keep it.' },
    action: { to: `/my-rides/${requested.ride.id}` },
  });
});

const bothLegs = buildUnpaidRide({ order: { leg: 'there', otherRideId: 'b'.repeat(24), dueCents: 16_082 } });

test.each([
  [
    'with nothing to pay',
    { clientSecret: 'no_payment_required' },
    ['Ride requested', 'Confirm it in My Rides to keep it.'],
  ],
  [
    'with its return trip',
    { ride: bothLegs, returnRide: buildUnpaidRide() },
    ['Rides requested', 'Pay for them in My Rides to keep them.'],
  ],
])('a rider who left before the reply is told what to do with a ride %s', async (_what, change, words) => {
  const reply = deferred<void>();
  const { leave } = await sendForm({
    [REQUEST]: () => reply.promise.then(() => [201, { ...requested, ...change }] as const),
  });

  leave();
  reply.resolve();

  await waitFor(() => expect(newestToast()).toEqual(words));
});

test('a rider who returns before the reply sees the request pending, cannot resend it, and gets its reply', async () => {
  const reply = deferred<void>();
  const { onRequested, leave, comeBack, requests } = await sendForm({
    [REQUEST]: () => reply.promise.then(() => [201, requested] as const),
  });

  leave();
  comeBack();
  expect(screen.getByRole('button', { name: 'Requesting...' })).toBeVisible();
  await submit();
  reply.resolve();

  await waitFor(() => expect(onRequested).toHaveBeenCalledExactlyOnceWith(requested));
  expect(await screen.findByRole('button', { name: /^Request Ride/ })).toBeVisible();
  expect(requests()).toHaveLength(1);
  expect(useDraftStore.getState().pickupLocation).toBe('');
  expect(newestToast()).toBeNull();
});

test('a refusal that arrives after the rider has left and returned is marked in the form', async () => {
  const reply = deferred<void>();
  const issues = [{ path: 'scheduledTime', message: 'Please choose a later time.' }];
  const refusal = { message: 'Too early.', code: 'INVALID_REQUEST', issues };
  const { leave, comeBack } = await sendForm({
    [REQUEST]: () => reply.promise.then(() => [400, refusal] as const),
  });

  leave();
  comeBack();
  reply.resolve();

  expect(await screen.findByText('Please choose a later time.')).toBeVisible();
  expect(newestToast()).toEqual(['Error', 'Too early.']);
});

test('sending the same form again after a failure and a return uses the same idempotency key', async () => {
  const reply = deferred<void>();
  const replies: ApiReplies = {
    [REQUEST]: () => reply.promise.then(() => [503, { message: 'Not now.', code: 'UNAVAILABLE' }] as const),
  };
  const { onRequested, leave, comeBack, requests } = await sendForm(replies);
  leave();
  reply.resolve();
  await waitFor(() => expect(newestToast()).toEqual(['Error', 'Not now.']));

  replies[REQUEST] = [201, requested];
  comeBack();
  await submit();

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  const [first, again] = requests().map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
});

/**
 * Submits the form again after a request without a reply. The server then refuses its key with RIDE_CANCELLED
 * once `isRefused` resolves, and accepts any other key.
 */
async function resendAfterCancellation(isRefused: Promise<void>) {
  const replies: ApiReplies = { [REQUEST]: [503, { message: 'Not now.', code: 'UNAVAILABLE' }] };
  const form = await sendForm(replies);
  await waitFor(() => expect(newestToast()).toEqual(['Error', 'Not now.']));
  await screen.findByRole('button', { name: /^Request Ride/ });
  useToastStore.setState({ newest: null });
  const keys = () => form.requests().map(({ headers }) => headers['idempotency-key']);
  replies[REQUEST] = async () => {
    if (keys().at(-1) !== keys()[0]) return [201, requested];
    await isRefused;
    return [409, { message: 'Given up.', code: 'RIDE_CANCELLED' }];
  };
  await submit();
  return { ...form, keys };
}

test('resending a booking that was meanwhile cancelled sends it once more with a new key', async () => {
  const { onRequested, keys } = await resendAfterCancellation(Promise.resolve());

  await waitFor(() => expect(onRequested).toHaveBeenCalledExactlyOnceWith(requested));
  expect(new Set(keys()).size).toBe(2);
  expect(keys()).toHaveLength(3);
  expect(newestToast()).toBeNull();
});

test('leaving the form while a cancelled booking is being resent books nothing new', async () => {
  const refusal = deferred<void>();
  const { leave, keys } = await resendAfterCancellation(refusal.promise);
  await waitFor(() => expect(keys()).toHaveLength(2));

  leave();
  refusal.resolve();

  await waitFor(() => expect(newestToast()).toEqual(['Error', 'Given up.']));
  expect(keys()).toHaveLength(2);
});

test('edits made after sending survive the reply to the earlier request', async () => {
  const reply = deferred<void>();
  const { onRequested, leave, comeBack } = await sendForm({
    [REQUEST]: () => reply.promise.then(() => [201, requested] as const),
  });
  leave();
  comeBack();
  act(() => editDraft({ dropoffLocation: 'Sphere' }));
  reply.resolve();

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  expect(useDraftStore.getState().dropoffLocation).toBe('Sphere');
});

test('the reply to one rider’s request is not passed on after another rider has signed in', async () => {
  const reply = deferred<void>();
  const { onRequested, identify } = await sendForm({
    [REQUEST]: () => reply.promise.then(() => [201, requested] as const),
  });

  identify(buildUser());
  reply.resolve();

  expect(await screen.findByRole('button', { name: /^Request Ride/ })).toBeVisible();
  expect(onRequested).not.toHaveBeenCalled();
});
