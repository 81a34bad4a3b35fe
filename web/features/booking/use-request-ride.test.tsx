import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { useCatalogueStore } from '#web/lib/catalogue-store.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { callsArrived } from '#web/testing/serve-api.ts';
import { editDraft, useDraftStore } from './draft-store.ts';
import { buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';
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
  user,
} from './testing/request-ride.tsx';

// @vitest-environment jsdom

beforeEach(fillForm);
afterEach(leaveForm);

test('the form is sent with an idempotency key, its reply is passed on, and the form is emptied', async () => {
  const requests = await answer({ [REQUEST]: [201, requested] });
  const { onRequested } = renderForm(rider);

  await submit();

  await waitFor(() => expect(onRequested).toHaveBeenCalledExactlyOnceWith(requested));
  expect(requests()).toEqual([
    expect.objectContaining({
      body: expect.objectContaining({ riderId: rider.id, rideType: 'lux-sedan', hours: 3 }),
      headers: expect.objectContaining({ 'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/) }),
    }),
  ]);
  expect(useDraftStore.getState().pickupLocation).toBe('');
  expect(newestToast()).toBeNull();
});

test('passenger, flight and stops are sent as entered, without fields that the form hides', async () => {
  const requests = await answer({ [REQUEST]: [201, requested] });
  const { onRequested } = renderForm(rider);
  editDraft({ passengerName: 'Nobody', flightNumber: 'WN 1482', stops: ['Sphere'] });
  await submit();
  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  const passenger = { name: 'Jordan Lee', phone: '(702) 555-0163' };
  editDraft({
    ...buildDraft({ pickupLocation: 'Harry Reid International Airport, Terminal 1' }),
    ...{ isForSomebodyElse: true, passengerName: passenger.name, passengerPhone: passenger.phone },
    flightNumber: 'wn1482',
  });
  await submit();
  await waitFor(() => expect(onRequested).toHaveBeenCalledTimes(2));

  expect(requests().map(({ body }) => body)).toEqual([
    expect.objectContaining({ passenger: null, flightNumber: null, stops: ['Sphere'] }),
    expect.objectContaining({ passenger, flightNumber: 'wn1482', stops: [] }),
  ]);
  expect(requests()[0]?.body).not.toHaveProperty('passengerName');
});

test('a second press while the request is pending sends nothing', async () => {
  let reply = () => {};
  const asked = new Promise<void>((resolve) => {
    reply = resolve;
  });
  const requests = await answer({ [REQUEST]: () => asked.then(() => [201, requested]) });
  const { onRequested } = renderForm(rider);

  await submit();
  await submit();
  reply();

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  expect(requests()).toHaveLength(1);
});

test('an incomplete form is not sent; the missing field is marked and focused, and a toast is shown', async () => {
  const requests = await answer({});
  editDraft({ pickupLocation: '' });
  renderForm(rider);

  await submit();

  const pickup = screen.getByRole('combobox', { name: 'Pickup location' });
  await waitFor(() => expect(document.activeElement).toBe(pickup));
  expect(pickup.getAttribute('aria-invalid')).toBe('true');
  expect(newestToast()?.[0]).toBe('Missing information');
  await callsArrived();
  expect(requests()).toEqual([]);
});

test('a visitor is asked to sign in, and the form is kept', async () => {
  const requests = await answer({});
  const { onSignInNeeded } = renderForm(null);

  await submit();

  await waitFor(() => expect(onSignInNeeded).toHaveBeenCalledOnce());
  await callsArrived();
  expect(requests()).toEqual([]);
  expect(useDraftStore.getState().customerName).toBe('Alex Morgan');
});

test('a press before the session is known is sent once the rider is known', async () => {
  const requests = await answer({ [REQUEST]: [201, requested] });
  const { onRequested, onSignInNeeded, identify } = renderForm(undefined);

  await submit();
  expect(screen.getByRole('button', { name: 'Requesting...' })).toBeVisible();
  await callsArrived();
  expect(requests()).toEqual([]);
  identify(rider);

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  expect(onSignInNeeded).not.toHaveBeenCalled();
});

test('a refused field is marked with the server’s message, and a refused code is removed', async () => {
  const issues = [
    { path: 'scheduledTime', message: 'Please choose a later time.' },
    { path: 'promoCodeId', message: 'This promo code has expired' },
  ];
  await answer({ [REQUEST]: [400, { message: 'Too early.', code: 'INVALID_REQUEST', issues }] });
  editDraft({ promoCode: 'WELCOME25', promo: buildPromo() });
  renderForm(rider);

  await submit();

  await screen.findByText('Please choose a later time.');
  expect(newestToast()).toEqual(['Error', 'Too early.']);
  expect(useDraftStore.getState().promo).toBeNull();
});

test('a rider whose session has expired is asked to sign in again', async () => {
  await answer({ [REQUEST]: [401, { message: 'Please sign in.', code: 'UNAUTHENTICATED' }] });
  const { onSignInNeeded } = renderForm(rider);

  await submit();

  await waitFor(() => expect(onSignInNeeded).toHaveBeenCalledOnce());
  expect(newestToast()).toEqual(['Error', 'Please sign in.']);
});

test.each([
  ['the same key after an error that may have saved the ride, even if the rates have changed', 503, true],
  ['the same key after a rate limit, as an earlier try may have saved the ride', 429, true],
  ['the same key after being asked to log in again', 401, true],
  ['a new key after a refusal', 409, false],
])('sending the form again uses %s', async (_case, status, isSameKey) => {
  const replies: ApiReplies = { [REQUEST]: [status, { message: 'Not now.', code: 'UNAVAILABLE' }] };
  const requests = await answer(replies);
  onTestFinished(() => useCatalogueStore.setState({ rates: SEEDED_RATES }));
  const { onRequested } = renderForm(rider);

  await submit();
  await waitFor(() => expect(newestToast()).toEqual(['Error', 'Not now.']));
  await screen.findByRole('button', { name: /^Request Ride/ });
  replies[REQUEST] = [201, requested];
  act(() => useCatalogueStore.setState({ rates: { ...SEEDED_RATES, id: 'c'.repeat(24) } }));
  await submit();

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  const keys = requests().map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0] === keys[1]).toBe(isSameKey);
});

test('when the rates have changed, the new fare is shown, and the next press sends it', async () => {
  const { hourlyCents, p2pCents } = SEEDED_RATES.vehicles['lux-sedan'];
  const dearer = { hourlyCents: hourlyCents + 1_000, p2pCents };
  const current = {
    ...SEEDED_RATES,
    id: 'c'.repeat(24),
    vehicles: { ...SEEDED_RATES.vehicles, 'lux-sedan': dearer },
  };
  const message = 'Our rates have changed since this page showed you the fare.';
  const replies: ApiReplies = {
    'GET /api/catalogue': [200, { current: SEEDED_RATES, next: [] }],
    [REQUEST]: [409, { message, code: 'RATES_CHANGED' }],
  };
  const requests = await answer(replies);
  onTestFinished(() => useCatalogueStore.setState({ rates: SEEDED_RATES }));
  const { onRequested } = renderForm(rider);
  // The seeded rates are shown before the server has confirmed that they are in effect.
  await waitFor(() => expect(useCatalogueStore.getState().rates).not.toBe(SEEDED_RATES));
  expect(await screen.findByText('$233.58')).toBeVisible();

  replies['GET /api/catalogue'] = [200, { current, next: [] }];
  await submit();

  expect(await screen.findByText('$270.04')).toBeVisible();
  expect(newestToast()).toEqual(['Rates have changed', message]);
  expect(useDraftStore.getState().customerName).toBe('Alex Morgan');
  replies[REQUEST] = [201, requested];
  await submit();

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  const sent = requests().map(({ body }) => Object(body));
  expect(sent.map(({ ratesVersion }) => ratesVersion)).toEqual(['seeded', current.id]);
});

test('a reply without a client secret shows a payment error and keeps the form', async () => {
  await answer({ [REQUEST]: [201, { ...requested, clientSecret: '' }] });
  const { onRequested } = renderForm(rider);

  await submit();

  await waitFor(() => {
    expect(newestToast()).toEqual(['Payment Error', 'Failed to initialize payment. Please try again.']);
  });
  expect(onRequested).not.toHaveBeenCalled();
  expect(useDraftStore.getState().customerName).toBe('Alex Morgan');
});

test('when fully booked, near times and larger vehicles are offered, and choosing one sends the request', async () => {
  const alternatives = {
    times: ['16:00', '18:00', '21:30'],
    rideTypes: ['limousine-10', 'limousine-16', 'limousine-18'],
  };
  const requests = await answer({
    [REQUEST]: [409, { message: 'Every Lux SUV is taken then.', code: 'FULLY_BOOKED', alternatives }],
  });
  editDraft({ vehicleId: 'lux-suv', scheduledTime: '19:30' });
  renderForm(rider);
  await submit();

  const heading = await screen.findByRole('heading', { name: 'Every Lux SUV is booked at 7:30 PM' });
  expect(document.activeElement).toBe(heading);
  const offered = within(screen.getByRole('region', { name: heading.textContent ?? '' }));
  expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '6:00 PM',
    '9:30 PM',
    'Limousine 10$470.58',
    'Limousine 16$525.28',
  ]);
  await user.click(offered.getByRole('button', { name: '9:30 PM' }));

  await waitFor(() => expect(requests()).toHaveLength(2));
  expect(requests()[1]?.body).toMatchObject({ scheduledTime: '21:30', rideType: 'lux-suv' });
  const again = await screen.findByRole('heading', { name: 'Every Lux SUV is booked at 9:30 PM' });
  expect(document.activeElement).toBe(again);
  await user.click(screen.getByRole('button', { name: /^Limousine 10/ }));
  await waitFor(() => expect(requests()).toHaveLength(3));
  expect(requests()[2]?.body).toMatchObject({ rideType: 'limousine-10' });
});
