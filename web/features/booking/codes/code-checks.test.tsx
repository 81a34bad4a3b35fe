// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deferred } from '#web/testing/deferred.ts';
import { callsArrived } from '#web/testing/serve-api.ts';
import { editDraft, useDraftStore } from '../draft-store.ts';
import { buildPromo } from '../testing/build-codes.ts';
import { renderForm } from '../testing/render-form.tsx';
import {
  answer,
  fillForm,
  leaveForm,
  newestToast,
  REQUEST,
  requested,
  rider,
  submit,
  user,
} from '../testing/request-ride.tsx';

beforeEach(fillForm);
afterEach(leaveForm);

const CHECK = 'POST /api/validate-promo-code';
const { pricedFor: _pricedFor, ...promo } = buildPromo();

/** Applies a promo code and, before the server has answered, presses Request Ride. */
async function requestWhileChecking() {
  const answered = deferred<readonly [number, unknown]>();
  const checked = deferred<void>();
  const requests = await answer({
    [REQUEST]: [201, requested],
    [CHECK]: () => {
      checked.resolve();
      return answered.promise;
    },
  });
  editDraft({ promoCode: promo.code });
  const form = renderForm(rider);
  await user.click(await screen.findByText('Have a promo code or gift card?'));
  await user.click(await screen.findByRole('button', { name: 'Apply promo' }));
  await checked.promise;
  await submit();
  expect(screen.getByRole('button', { name: 'Requesting...' })).toBeVisible();
  return { ...form, requests, answerCheck: answered.resolve };
}

test('a press while a code is being checked sends the ride with the code', async () => {
  const { requests, answerCheck, onRequested } = await requestWhileChecking();
  editDraft({ specialRequests: 'Two child seats' });
  await callsArrived();
  expect(requests()).toEqual([]);

  answerCheck([200, promo]);

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  expect(requests().map(({ body }) => body)).toEqual([
    expect.objectContaining({
      promoCodeId: promo.id,
      discountAmount: promo.discountAmount,
      specialRequests: 'Two child seats',
    }),
  ]);
});

test('a press while a code is being checked is dropped when the code is refused', async () => {
  const { requests, answerCheck } = await requestWhileChecking();

  answerCheck([400, { code: 'INVALID_REQUEST', message: 'This promo code has expired' }]);

  expect(await screen.findByRole('button', { name: 'Request Ride' })).toBeVisible();
  expect(newestToast()).toEqual(['Invalid promo code', 'This promo code has expired']);
  await callsArrived();
  expect(requests()).toEqual([]);
  expect(useDraftStore.getState().promoCode).toBe(promo.code);
});

test('a press while a code is being checked is dropped when the rider leaves the form', async () => {
  const { requests, answerCheck, leave, comeBack } = await requestWhileChecking();

  leave();
  answerCheck([200, promo]);
  comeBack();

  expect(await screen.findByRole('button', { name: 'Request Ride' })).toBeVisible();
  await callsArrived();
  expect(requests()).toEqual([]);
});
