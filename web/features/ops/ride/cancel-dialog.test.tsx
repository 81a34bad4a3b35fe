// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import {
  ACCEPTED,
  button,
  newestToast,
  openDrawer,
  PATH,
  QUOTE,
  RIDE,
  setUpDrawer,
} from './testing/open-drawer.tsx';

setUpDrawer();

test('cancelling shows the refund for each party that may cancel, and sends the amounts that were shown', async () => {
  const { calls, user } = await openDrawer(RIDE, {
    [`POST ${PATH}/cancel`]: [200, { ...RIDE, version: 3, status: 'cancelled' }],
  });
  await user.click(await button('Cancel and refund'));
  expect(await button('Keep the ride')).toHaveFocus();
  expect(await button('Cancel and refund $159.82')).toBeVisible();

  await user.click(screen.getByRole('radio', { name: /The rider calls it off/ }));
  await user.click(await button('Cancel and refund $154.82'));
  expect(screen.getByText('Please give a reason.')).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'Missed the flight');
  await user.click(await button('Cancel and refund $154.82'));

  await waitFor(() => expect(newestToast()?.title).toBe('Cancelled'));
  expect(sent(calls, `POST ${PATH}/cancel`)).toEqual([
    {
      version: RIDE.version,
      by: 'rider',
      reason: 'Missed the flight',
      expected: { feeCents: 500, toCardCents: 15_482, toGiftCardCents: 0 },
    },
  ]);
});

test('a ride with a flagged payment is cancelled without an amount, since everything paid is refunded', async () => {
  const flagged: StaffRide = { ...RIDE, paymentStatus: 'flagged' };
  const nothing = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
  const { calls, user } = await openDrawer(flagged, {
    [`GET ${PATH}/cancellation?by=operations`]: [200, { ...QUOTE, ...nothing }],
    [`GET ${PATH}/cancellation?by=rider`]: [200, { ...QUOTE, ...nothing }],
    [`POST ${PATH}/cancel`]: [200, { ...flagged, version: 3, status: 'cancelled' }],
  });
  await user.click(await button('Cancel and refund'));
  await user.type(await screen.findByLabelText('Reason'), 'Paid for another ride');
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel and refund' }));

  expect(dialog.getAllByText('Everything paid goes back.')).toHaveLength(2);
  expect(dialog.queryByText('$0.00')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Cancel and refund' }));

  await waitFor(() => expect(newestToast()?.title).toBe('Cancelled'));
  expect(newestToast()?.description).toBe('Everything paid goes back. Hannah Cho gets an email.');
  expect(sent(calls, `POST ${PATH}/cancel`)).toMatchObject([{ by: 'operations', expected: nothing }]);
});

test.each(['pending', 'flagged'] as const)(
  'cancelling one ride of a return trip whose payment is %s says that both are cancelled',
  async (paymentStatus) => {
    const order = { leg: 'back', otherRideId: 'e'.repeat(24), dueCents: 31_964 } as const;
    const nothing = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
    const ride: StaffRide = { ...RIDE, paymentStatus, order };
    const { user } = await openDrawer(ride, {
      [`GET ${PATH}/cancellation?by=operations`]: [200, { ...QUOTE, ...nothing }],
      [`GET ${PATH}/cancellation?by=rider`]: [200, { ...QUOTE, ...nothing }],
      [`POST ${PATH}/cancel`]: [200, { ...ride, version: 3, status: 'cancelled' }],
    });
    await user.click(await button('Cancel and refund'));
    await user.type(await screen.findByLabelText('Reason'), 'No car');

    expect(screen.getByRole('dialog', { name: 'Cancel and refund' })).toHaveTextContent(
      'The ride there and the ride back are one booking until they are paid: both are cancelled.',
    );
    await user.click(await button('Cancel both rides'));

    await waitFor(() => expect(newestToast()?.title).toBe('Both rides cancelled'));
    expect(newestToast()?.description).toContain('Hannah Cho gets an email about each.');
  },
);

test('a ride of a paid return trip is cancelled alone', async () => {
  const order = { leg: 'there', otherRideId: 'e'.repeat(24), dueCents: 31_964 } as const;
  const { user } = await openDrawer({ ...RIDE, order });
  await user.click(await button('Cancel and refund'));

  expect(await button('Cancel and refund $159.82')).toBeVisible();
  expect(screen.queryByText(/both are cancelled/)).toBeNull();
});

test('when the cancellation amounts changed meanwhile, they are reloaded and a toast says so', async () => {
  const { known, user } = await openDrawer();
  known[`POST ${PATH}/cancel`] = () => {
    known[`GET ${PATH}/cancellation?by=operations`] = [200, { ...QUOTE, toCardCents: 10_000 }];
    return [409, { code: 'FEE_CHANGED', message: 'The sums changed.' }];
  };
  await user.click(await button('Cancel and refund'));
  await user.type(await screen.findByLabelText('Reason'), 'No car');
  await user.click(await button('Cancel and refund $159.82'));

  expect(await button('Cancel and refund $100.00')).toBeVisible();
  expect(newestToast()?.description).toBe('The sums changed a moment ago. Please look again.');
});

test('a ride change during a cancellation keeps what was entered and reloads only the amounts', async () => {
  const { calls, known, user } = await openDrawer(RIDE, {
    [`POST ${PATH}/cancel`]: [200, { ...RIDE, version: 4, status: 'cancelled' }],
  });
  await user.click(await button('Cancel and refund'));
  await user.click(await screen.findByRole('radio', { name: /The rider calls it off/ }));
  await user.type(screen.getByLabelText('Reason'), 'Missed the flight');
  const quote = deferred<readonly [number, unknown]>();
  known[`GET ${PATH}/cancellation?by=rider`] = () => quote.promise;
  act(() => receiveBoardEvent([{ ...RIDE, version: 3 }]));

  expect(screen.getByLabelText('Reason')).toHaveValue('Missed the flight');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  expect(screen.getByRole('radio', { name: /The rider calls it off/ })).toBeChecked();
  expect(await button('Cancel and refund $154.82')).toHaveAttribute('aria-disabled', 'true');
  quote.resolve([200, { ...QUOTE, feeCents: 1_000, toCardCents: QUOTE.toCardCents - 1_000 }]);
  expect(await button('Cancel and refund $149.82')).not.toHaveAttribute('aria-disabled');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  await user.click(await button('Cancel and refund $149.82'));

  await waitFor(() => expect(sent(calls, `POST ${PATH}/cancel`)).toHaveLength(1));
  expect(sent(calls, `POST ${PATH}/cancel`)).toMatchObject([
    { version: 3, by: 'rider', reason: 'Missed the flight', expected: { feeCents: 1_000 } },
  ]);
});

test('when the cancellation amounts cannot be reloaded, what was entered stays', async () => {
  const { known, user } = await openDrawer();
  await user.click(await button('Cancel and refund'));
  await user.type(await screen.findByLabelText('Reason'), 'No car');
  known[`GET ${PATH}/cancellation?by=rider`] = [503, {}];
  act(() => receiveBoardEvent([{ ...RIDE, version: 3 }]));

  expect(await screen.findByText('We couldn’t calculate the sums')).toBeVisible();
  expect(await button('Cancel and refund $159.82')).toHaveAttribute('aria-disabled', 'true');
  known[`GET ${PATH}/cancellation?by=rider`] = [200, QUOTE];
  await user.click(await button('Try again'));
  const submit = await button('Cancel and refund $159.82');
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-disabled'));
  expect(screen.getByLabelText('Reason')).toHaveValue('No car');
});

test('cancelling a ride on account says what stays on the account, and promises no refund', async () => {
  const ride = { ...RIDE, paymentStatus: 'on_account' as const, refundableCents: 0 };
  const quote = { ...QUOTE, toCardCents: 0 };
  const { user } = await openDrawer(ride, {
    [`GET ${PATH}/cancellation?by=operations`]: [200, quote],
    [`GET ${PATH}/cancellation?by=rider`]: [200, { ...quote, feeCents: 500 }],
    [`POST ${PATH}/cancel`]: [200, { ...ride, version: 3, status: 'cancelled' }],
  });
  await user.click(await button('Cancel and refund'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel and refund' }));
  expect(await dialog.findByText('Nothing stays on the account.')).toBeVisible();

  await user.click(
    dialog.getByRole('radio', { name: /The rider calls it off.*\$5.00 stays on the account\.$/ }),
  );

  const form = dialog.getByRole('form');
  expect(form).toHaveTextContent('On account$159.82Fee, billed later$5.00');
  expect(form).not.toHaveTextContent(/Back to|Goes back|Paid|kept/);
  await user.type(dialog.getByLabelText('Reason'), 'Plans changed');
  await user.click(dialog.getByRole('button', { name: 'Cancel the ride' }));
  await waitFor(() =>
    expect(newestToast()?.description).toBe('$5.00 stays on the account. Hannah Cho gets an email.'),
  );
});

test('a cancellation refused because the ride changed keeps what was typed, and is made by pressing again', async () => {
  const message = 'Note added by Kim Doe a moment ago; the board is up to date.';
  const { calls, known, user } = await openDrawer(RIDE, {
    [`POST ${PATH}/cancel`]: [409, { code: 'RIDE_CHANGED', message }],
  });
  await user.click(await button('Cancel and refund'));
  await user.click(await screen.findByRole('radio', { name: /The rider calls it off/ }));
  await user.type(screen.getByLabelText('Reason'), 'Missed the flight');
  known[`GET ${PATH}`] = [200, { ...RIDE, version: 3 }];
  await user.click(await button('Cancel and refund $154.82'));
  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not cancelled', description: message }));

  known[`POST ${PATH}/cancel`] = [200, { ...RIDE, version: 4, status: 'cancelled' }];
  const submit = await button('Cancel and refund $154.82');
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-disabled'));
  expect(screen.getByLabelText('Reason')).toHaveValue('Missed the flight');
  await user.click(submit);

  await waitFor(() => expect(newestToast()?.title).toBe('Cancelled'));
  expect(sent(calls, `POST ${PATH}/cancel`)).toMatchObject([
    { version: 2, by: 'rider' },
    { version: 3, by: 'rider', reason: 'Missed the flight' },
  ]);
});

test('a cancellation refused because the ride has started closes the dialog, and a toast says why', async () => {
  const message = 'Only a ride that has not started can be cancelled.';
  const { known, user } = await openDrawer(ACCEPTED, {
    [`POST ${PATH}/cancel`]: [409, { code: 'RIDE_STATE_CONFLICT', message }],
  });
  await user.click(await button('Cancel and refund'));
  await user.type(await screen.findByLabelText('Reason'), 'No car');
  known[`GET ${PATH}`] = [200, { ...ACCEPTED, version: 9, status: 'in_progress' }];
  await user.click(await button(/^Cancel and refund \$/));

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel and refund' })).toBeNull());
  expect(newestToast()).toMatchObject({ title: 'Not cancelled', description: message });
});

test.each([
  ['in_progress', 'Meanwhile the ride has started.'],
  ['cancelled', 'Meanwhile the ride was cancelled.'],
] as const)(
  'a typed cancellation stays on screen when the ride is %s meanwhile, and the dialog says so',
  async (status, text) => {
    const { known, user } = await openDrawer(ACCEPTED);
    await user.click(await button('Cancel and refund'));
    await user.type(await screen.findByLabelText('Reason'), 'No car');
    const over = [409, { code: 'RIDE_STATE_CONFLICT', message: 'Too late.' }] as const;
    known[`GET ${PATH}/cancellation?by=operations`] = over;
    known[`GET ${PATH}/cancellation?by=rider`] = over;

    act(() => receiveBoardEvent([{ ...ACCEPTED, version: 9, status }]));

    const dialog = within(screen.getByRole('dialog', { name: 'Cancel and refund' }));
    expect(dialog.getByRole('alert')).toHaveTextContent(text);
    expect(dialog.getByLabelText('Reason')).toHaveValue('No car');
    expect(dialog.queryByText('We couldn’t calculate the sums')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Keep the ride' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel and refund' })).toBeNull());
  },
);
