// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildRiderRide, buildUnpaidRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { setRiderRidesOwner, useRideStore } from '../store/ride-store.ts';
import { CancelRideDialog } from './cancel-ride-dialog.tsx';
import { CancelUnpaidDialog } from './cancel-unpaid-dialog.tsx';

const ride = buildRiderRide({
  status: 'accepted',
  version: 3,
  driverId: 'd'.repeat(24),
  driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
});
const QUOTE = `GET /api/rides/${ride.id}/cancellation`;
const CANCEL = `POST /api/rides/${ride.id}/cancel`;

const quote = (overrides: Partial<CancellationQuote> = {}): CancellationQuote => ({
  feeCents: 500,
  toCardCents: 15_482,
  toGiftCardCents: 0,
  freeUntil: null,
  fees: { accepted: 500, arrived: 1_000, noShow: 1_500 },
  noShowFrom: null,
  ...overrides,
});

const cancelled = {
  ...ride,
  version: 4,
  status: 'cancelled',
  cancelledBy: 'rider',
  cancellationFee: '$5.00',
};

async function show(replies: ApiReplies, shown = ride) {
  const calls = await answerApi(replies);
  const onClose = vi.fn();
  const view = render(<CancelRideDialog ride={shown} renderVehicle={() => null} onClose={onClose} />);
  return { calls, onClose, ...view };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the cancel dialog shows the refund and the fee, and focuses Keep ride', async () => {
  await show({ [QUOTE]: [200, quote({ toGiftCardCents: 5_014 })] });

  expect(await screen.findByText('You get back $154.82 to Visa 4242')).toBeVisible();
  expect(
    screen.getByText(
      "and $50.14 to your gift card. $5.00 is kept for Sam's way to you. A card refund takes 5 to 7 business days to arrive.",
    ),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Keep ride' })).toHaveFocus();
  const stage = screen.getByRole('listitem', { current: 'step' });
  expect(stage).toHaveTextContent('$5before arrival');
});

test('the $5 of a ride that nobody has accepted needs a driver, and of an accepted one only the arrival', async () => {
  const fivesOf = () => screen.findByText(/^(once a driver has accepted|before arrival)$/);
  const freeNow = { [QUOTE]: [200, quote({ feeCents: 0, freeUntil: '2026-11-28T02:30:00.000Z' })] } as const;

  const { unmount } = await show(freeNow, { ...ride, status: 'requested', driverId: null, driver: null });
  expect(await fivesOf()).toHaveTextContent('once a driver has accepted');
  unmount();

  await show(freeNow);
  expect(await fivesOf()).toHaveTextContent('before arrival');
});

test('cancelling sends the displayed fee and the reason, and a toast names the refund', async () => {
  setRiderRidesOwner(RIDER_ID);
  const { calls, onClose } = await show({ [QUOTE]: [200, quote()], [CANCEL]: [200, cancelled] });
  await screen.findByText('You get back $154.82 to Visa 4242');

  await userEvent.type(screen.getByLabelText('Reason'), ' Plans changed ');
  await press('Cancel ride');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, CANCEL)[0]).toEqual({
    expectedFeeCents: 500,
    reason: 'Plans changed',
  });
  expect(useRideStore.getState().riderRides.rides[ride.id]?.status).toBe('cancelled');
  expect(useToastStore.getState().newest).toMatchObject({
    title: 'Ride cancelled',
    description: '$154.82 is on its way to Visa 4242',
  });
});

test('the dialog cannot be closed while the cancellation is pending', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { onClose } = await show({
    [QUOTE]: [200, quote()],
    [CANCEL]: async () => {
      await held;
      return [200, cancelled] as const;
    },
  });
  await screen.findByText('You get back $154.82 to Visa 4242');

  await press('Cancel ride');
  await screen.findByRole('button', { name: 'Cancelling...' });
  await userEvent.keyboard('{Escape}');

  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('when the fee has risen, the new refund is shown and the ride is not cancelled', async () => {
  const replies: ApiReplies = { [QUOTE]: [200, quote()] };
  const { onClose } = await show(replies);
  await screen.findByText('You get back $154.82 to Visa 4242');
  replies[QUOTE] = [200, quote({ feeCents: 1_000, toCardCents: 14_982 })];
  replies[CANCEL] = [409, { message: 'Cancelling costs more than a moment ago.', code: 'FEE_CHANGED' }];

  await press('Cancel ride');

  expect(await screen.findByText('You get back $149.82 to Visa 4242')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The fee has gone up');
  expect(screen.getByRole('button', { name: 'Cancel ride' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('the cancellation quote is requested again when the ride changes', async () => {
  const replies: ApiReplies = { [QUOTE]: [200, quote()] };
  const { rerender, onClose } = await show(replies);
  await screen.findByText('You get back $154.82 to Visa 4242');
  replies[QUOTE] = [200, quote({ feeCents: 1_000, toCardCents: 14_982 })];

  const arrived = { ...ride, version: 4, arrivedAt: '2026-11-21T00:12:00.000Z' };
  rerender(<CancelRideDialog ride={arrived} renderVehicle={() => null} onClose={onClose} />);

  expect(await screen.findByText('You get back $149.82 to Visa 4242')).toBeVisible();
  expect(screen.getByText(/^\$10.00 is kept: Sam is at the pickup\./)).toBeVisible();
});

test.each([
  [
    'the driver has started the ride',
    { status: 'in_progress' },
    ['Not cancelled', 'Sam has started your ride, so it can no longer be cancelled.'],
  ],
  [
    'the ride is completed',
    { status: 'completed' },
    ['Not cancelled', 'Your ride is completed, so it can no longer be cancelled.'],
  ],
  [
    'staff cancel the ride',
    { status: 'cancelled', cancelledBy: 'operations' },
    ['This ride is cancelled', 'We had to cancel this ride. Your refund is on its way.'],
  ],
] as const)(
  'the dialog stays open when %s, says so, and can only be closed',
  async (_what, change, [title, text]) => {
    const { rerender, onClose } = await show({ [QUOTE]: [200, quote()] });
    await screen.findByText('You get back $154.82 to Visa 4242');

    const moved = { ...ride, version: 4, ...change };
    rerender(<CancelRideDialog ride={moved} renderVehicle={() => null} onClose={onClose} />);

    expect(screen.getByRole('dialog', { name: title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByRole('button', { name: 'Cancel ride' })).toBeNull();
    expect(screen.queryByText(/You get back/)).toBeNull();
    const close = screen.getByText('Close');
    expect(close).toHaveFocus();
    await userEvent.click(close);
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test('giving up an unpaid booking that has expired meanwhile says what happened', async () => {
  await answerApi({});
  const unpaid = buildUnpaidRide();
  const onClose = vi.fn();
  const { rerender } = render(<CancelUnpaidDialog ride={unpaid} onClose={onClose} />);

  const expired = { ...unpaid, version: 2, status: 'cancelled', paymentStatus: 'expired' } as const;
  rerender(<CancelUnpaidDialog ride={expired} onClose={onClose} />);

  expect(screen.getByRole('dialog', { name: 'This ride is cancelled' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('It was not paid in time.');
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull();
  await userEvent.click(screen.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a failed cancellation shows an error and offers Try again', async () => {
  await show({
    [QUOTE]: [200, quote()],
    [CANCEL]: [502, { message: 'Stripe is away.', code: 'PAYMENT_PROVIDER' }],
  });
  await screen.findByText('You get back $154.82 to Visa 4242');

  await press('Cancel ride');

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Nothing has changed. Try again, or call (702) 555-0100.',
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a refusal after an attempt without an answer does not say that nothing has changed', async () => {
  const replies = {
    [QUOTE]: [200, quote()] as const,
    [CANCEL]: [504, { message: 'We got no answer.', code: 'TIMED_OUT' }] as readonly [number, unknown],
  };
  await show(replies);
  await screen.findByText('You get back $154.82 to Visa 4242');
  await press('Cancel ride');
  await screen.findByText(/^It may have worked/);
  replies[CANCEL] = [429, { message: 'Too many requests.', code: 'TOO_MANY_REQUESTS' }];

  await press('Try again');

  expect(await screen.findByText(/^The attempt before may have worked/)).toBeVisible();
});

test.each([
  ['timed out while its work continued', 504, { message: 'We got no answer.', code: 'TIMED_OUT' }],
  ['failed at a store', 503, { message: 'We cannot get to our records.', code: 'UNAVAILABLE' }],
  ['lost its reply at a proxy', 502, {}],
])('a cancellation that %s is not called undone', async (_, status, body) => {
  await show({ [QUOTE]: [200, quote()], [CANCEL]: [status, body] });
  await screen.findByText('You get back $154.82 to Visa 4242');

  await press('Cancel ride');

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^We got no answerIt may have worked\. Try again, or call \(702\) 555-0100\. A ride is never cancelled twice\.$/,
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('giving up an unpaid booking cancels it, closes the dialog, and a toast says nothing was charged', async () => {
  setRiderRidesOwner(RIDER_ID);
  const unpaid = buildUnpaidRide();
  const call = `POST /api/rides/${unpaid.id}/cancel`;
  const givenUp = { ...unpaid, version: 2, status: 'cancelled', paymentStatus: 'expired' };
  const calls = await answerApi({ [call]: [200, { ...givenUp, cancelledBy: 'rider' }] });
  const onClose = vi.fn();
  render(<CancelUnpaidDialog ride={unpaid} onClose={onClose} />);

  await press('Cancel booking');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, call)).toEqual([{ expectedFeeCents: 0, expectsUnpaid: true }]);
  expect(useRideStore.getState().riderRides.rides[unpaid.id]?.status).toBe('cancelled');
  expect(useToastStore.getState().newest).toMatchObject({
    kind: 'success',
    title: 'Booking cancelled',
    description: 'You have not been charged.',
  });
});

test('giving up an unpaid booking whose payment has just arrived says that it was not cancelled', async () => {
  const unpaid = buildUnpaidRide();
  const path = `/api/rides/${unpaid.id}`;
  const paid = [
    409,
    { message: 'This ride was paid a moment ago. Please look again.', code: 'RIDE_CHANGED' },
  ];
  const calls = await answerApi({
    [`POST ${path}/cancel`]: paid as [number, unknown],
    [`GET ${path}`]: [200, { ...unpaid, version: 2, paymentStatus: 'paid' }],
  });
  const onClose = vi.fn();
  render(<CancelUnpaidDialog ride={unpaid} onClose={onClose} />);
  expect(screen.getByText('Nothing was charged.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Keep booking' })).toHaveFocus();

  await press('Cancel booking');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ expectedFeeCents: 0, expectsUnpaid: true });
  expect(useToastStore.getState().newest).toMatchObject({
    title: 'Not cancelled',
    description: 'This ride was paid a moment ago. Please look again.',
  });
});
