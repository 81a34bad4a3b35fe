// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import {
  ACCEPTED,
  button,
  newestToast,
  openDrawer,
  PATH,
  RIDE,
  setUpDrawer,
} from './testing/open-drawer.tsx';

setUpDrawer();

test('an adjustment by a dispatcher refunds at most the limit, and the dialog says so', async () => {
  const { calls, user } = await openDrawer(RIDE, { [`POST ${PATH}/adjust`]: [200, { ...RIDE, version: 3 }] });
  await user.click(await button('Adjust charge'));
  expect(screen.getByText(/Dispatchers can adjust up to \$100 a ride/)).toBeVisible();
  await user.type(screen.getByLabelText('Amount'), '120');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  await user.click(await button('Give back $120.00'));
  expect(screen.getByText('At most $100.00.')).toBeVisible();

  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '54.17');
  await user.click(await button('Give back $54.17'));

  await waitFor(() => expect(newestToast()?.title).toBe('$54.17 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toEqual([
    { version: RIDE.version, kind: 'refund', amountCents: 5_417, reason: 'Car came late' },
  ]);
});

test('a refund retried after a lost reply keeps its idempotency key, though the ride has a newer version', async () => {
  const adjusted = { ...RIDE, version: 3, refundableCents: RIDE.refundableCents - 4_000 };
  const { calls, known, user } = await openDrawer(RIDE, { [`POST ${PATH}/adjust`]: [504, {}] });
  await user.click(await button('Adjust charge'));
  await user.type(screen.getByLabelText('Amount'), '40');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  await user.click(await button('Give back $40.00'));
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  known[`POST ${PATH}/adjust`] = [200, adjusted];
  act(() => receiveBoardEvent([adjusted]));
  await user.click(await button('Give back $40.00'));

  await waitFor(() => expect(newestToast()?.title).toBe('$40.00 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toMatchObject([{ version: 2 }, { version: 2 }]);
  const [first, second] = calls
    .filter(({ call }) => call === `POST ${PATH}/adjust`)
    .map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('a refund entered again after its dialog was closed without an answer is made once', async () => {
  const adjusted = { ...RIDE, version: 3, refundableCents: RIDE.refundableCents - 3_000 };
  const { calls, known, user } = await openDrawer(RIDE, { [`POST ${PATH}/adjust`]: [504, {}] });
  const refund = async () => {
    await user.click(await button('Adjust charge'));
    await user.type(screen.getByLabelText('Amount'), '30');
    await user.type(screen.getByLabelText('Reason'), 'Car came late');
    await user.click(await button('Give back $30.00'));
  };
  await refund();
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  await user.click(await button('Leave it'));
  known[`POST ${PATH}/adjust`] = [200, adjusted];
  act(() => receiveBoardEvent([adjusted]));

  await refund();

  await waitFor(() => expect(newestToast()?.title).toBe('$30.00 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toMatchObject([{ version: 2 }, { version: 3 }]);
  const [first, second] = calls
    .filter(({ call }) => call === `POST ${PATH}/adjust`)
    .map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
});

test('a refund retried after a lost reply is sent again even if it gave back everything', async () => {
  const adjusted = { ...RIDE, version: 3, refundableCents: 0 };
  const { calls, known, user } = await openDrawer(RIDE, { [`POST ${PATH}/adjust`]: [504, {}] }, true);
  await user.click(await button('Adjust charge'));
  await user.type(screen.getByLabelText('Amount'), '159.82');
  await user.type(screen.getByLabelText('Reason'), 'Car never came');
  await user.click(await button('Give back $159.82'));
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  known[`POST ${PATH}/adjust`] = [200, adjusted];
  act(() => receiveBoardEvent([adjusted]));
  await user.click(await button('Give back $159.82'));

  await waitFor(() => expect(newestToast()?.title).toBe('$159.82 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toMatchObject([{ version: 2 }, { version: 2 }]);
});

test.each([
  ['everything', 0, 'Nothing is left to give back.', 'At most $0.00.'],
  ['a part', 10_982, 'At most $109.82, what was paid.', 'At most $109.82.'],
])(
  'a typed refund stays as it was typed, and is refused, when a colleague gives back %s first',
  async (_, left, text, error) => {
    const message = 'Refunded by Kim Doe a moment ago; the board is up to date.';
    const changed = { ...RIDE, version: RIDE.version + 1, refundableCents: left };
    const { calls, known, user } = await openDrawer(
      RIDE,
      { [`POST ${PATH}/adjust`]: [409, { code: 'RIDE_CHANGED', message }] },
      true,
    );
    await user.click(await button('Adjust charge'));
    await user.type(screen.getByLabelText('Amount'), '120');
    await user.type(screen.getByLabelText('Reason'), 'Car came late');
    known[`GET ${PATH}`] = [200, changed];
    act(() => receiveBoardEvent([changed]));
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Give back' })).toBeChecked();
    await user.click(await button('Give back $120.00'));

    await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not adjusted', description: message }));
    expect(sent(calls, `POST ${PATH}/adjust`)).toMatchObject([{ version: RIDE.version, kind: 'refund' }]);
    await user.click(await button('Give back $120.00'));
    expect(await screen.findByText(error)).toBeVisible();
    expect(screen.getByLabelText('Reason')).toHaveValue('Car came late');
    expect(sent(calls, `POST ${PATH}/adjust`)).toHaveLength(1);
  },
);

test('an adjustment refused because the driver set off meanwhile is made by pressing again', async () => {
  const message = 'Nora is on the way since a moment ago; the board is up to date.';
  const changed = { ...ACCEPTED, version: ACCEPTED.version + 1 };
  const { calls, known, user } = await openDrawer(
    ACCEPTED,
    { [`POST ${PATH}/adjust`]: [409, { code: 'RIDE_CHANGED', message }] },
    true,
  );
  await user.click(await button('Adjust charge'));
  await user.type(screen.getByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  known[`GET ${PATH}`] = [200, changed];
  await user.click(await button('Give back $50.00'));
  await waitFor(() => expect(newestToast()?.title).toBe('Not adjusted'));

  known[`POST ${PATH}/adjust`] = [200, { ...changed, version: changed.version + 1 }];
  await user.click(await button('Give back $50.00'));

  await waitFor(() => expect(newestToast()?.title).toBe('$50.00 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toMatchObject([
    { version: ACCEPTED.version },
    { version: changed.version, reason: 'Car came late' },
  ]);
});

test('a refused adjustment stays as it was typed even if the ride cannot be read again', async () => {
  const message = 'Nora is on the way since a moment ago; the board is up to date.';
  const { known, user } = await openDrawer(ACCEPTED, {
    [`POST ${PATH}/adjust`]: [409, { code: 'RIDE_CHANGED', message }],
  });
  await user.click(await button('Adjust charge'));
  await user.type(screen.getByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  known[`GET ${PATH}`] = [503, {}];
  await user.click(await button('Give back $50.00'));
  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not adjusted', description: message }));

  expect(await button('Give back $50.00')).toBeVisible();
  expect(screen.getByLabelText('Reason')).toHaveValue('Car came late');
});

test('a typed refund stays on screen when a colleague gives back everything for a completed ride, and the dialog says so', async () => {
  const completed: StaffRide = { ...ACCEPTED, status: 'completed' };
  const message = 'Refunded by Kim Doe a moment ago; the board is up to date.';
  const { known, user } = await openDrawer(
    completed,
    { [`POST ${PATH}/adjust`]: [409, { code: 'RIDE_CHANGED', message }] },
    true,
  );
  await user.click(await button('Adjust charge'));
  await user.type(screen.getByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  const refunded: StaffRide = {
    ...completed,
    version: completed.version + 1,
    paymentStatus: 'refunded',
    refundableCents: 0,
  };
  known[`GET ${PATH}`] = [200, refunded];
  act(() => receiveBoardEvent([refunded]));

  expect(screen.getByRole('alert')).toHaveTextContent(
    'Meanwhile everything paid was given back. The charge can no longer be adjusted.',
  );
  await user.click(await button('Give back $50.00'));
  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not adjusted', description: message }));
  expect(screen.getByLabelText('Reason')).toHaveValue('Car came late');
  await user.click(await button('Leave it'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Adjust charge' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Adjust charge' })).toBeNull();
});

test('a typed charge stays on screen when the ride is cancelled, and the dialog says so', async () => {
  const { user } = await openDrawer(RIDE, {}, true);
  await user.click(await button('Adjust charge'));
  await user.click(screen.getByRole('radio', { name: 'Charge more' }));
  await user.type(screen.getByLabelText('Reason'), 'Cleaning');

  act(() => receiveBoardEvent([{ ...RIDE, version: 3, status: 'cancelled', refundableCents: 0 }]));

  expect(screen.getByRole('alert')).toHaveTextContent(
    'Meanwhile the ride was cancelled. The charge can no longer be adjusted.',
  );
  expect(screen.getByLabelText('Reason')).toHaveValue('Cleaning');
});

test('the charge of a cancelled ride can only be given back, while there is something to give back', async () => {
  const cancellation = { by: 'rider', feeCents: 500, reason: 'Plans changed' } as const;
  const cancelled: StaffRide = { ...RIDE, status: 'cancelled', cancellation, refundableCents: 500 };
  const { user } = await openDrawer(cancelled);
  await user.click(await button('Adjust charge'));
  expect(await screen.findByRole('radio', { name: 'Give back' })).toBeChecked();
  expect(screen.queryByRole('radio', { name: 'Charge more' })).toBeNull();

  act(() => receiveBoardEvent([{ ...cancelled, version: 3, refundableCents: 0 }]));

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Adjust charge' })).toBeNull());
});
