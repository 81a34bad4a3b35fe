// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RiderCharge } from '#common/rides/ride-money.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { openCharge, verifyCharge } from '#web/features/rides/api/charge-actions.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { ChargePayment } from './charge-payment.tsx';
import { PayChargeDialog } from './pay-charge-dialog.tsx';
import { fakeStripe } from './testing/fake-stripe.ts';

const charge: RiderCharge = {
  id: 'c'.repeat(24),
  kind: 'difference',
  amountCents: 9_064,
  status: 'open',
  reason: 'Two more hours',
};
const ride = buildRiderRide({ charges: [charge] });
const PATH = `POST /api/rides/${ride.id}/charges/${charge.id}`;
const OPEN = `${PATH}/checkout`;
const CONFIRM = `${PATH}/payment-success`;
const opened: ApiReplies = {
  'GET /api/config': [200, buildConfig()],
  [OPEN]: [200, { clientSecret: 'pi_1_secret_2' }],
};
const withCharge = (status: RiderCharge['status']) => ({
  ride: { ...ride, version: 9, charges: [{ ...charge, status }] },
});

async function show(replies: ApiReplies) {
  const calls = await answerApi(replies);
  const onClose = vi.fn();
  const dialog = (status: RiderCharge['status']) => (
    <PayChargeDialog
      rideId={ride.id}
      charge={{ ...charge, status }}
      calls={{ openCharge, verifyCharge }}
      onClose={onClose}
    />
  );
  const { rerender } = render(dialog('open'));
  return { calls, onClose, receive: (status: RiderCharge['status']) => rerender(dialog(status)) };
}

const payButton = () => screen.findByRole('button', { name: 'Pay $90.64' });
const newestToast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.kind, newest.title, newest.description];
};

beforeEach(() => {
  useToastStore.setState({ newest: null });
  fakeStripe(async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }));
});

test('a charge is paid by card, and called paid once the server has confirmed it', async () => {
  const { calls, onClose } = await show({ ...opened, [CONFIRM]: [200, withCharge('paid')] });
  expect(screen.getByRole('dialog', { name: 'Pay $90.64' })).toHaveTextContent('Two more hours');

  await userEvent.click(await payButton());

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newestToast()).toEqual(['success', 'Payment Successful', '$90.64 is paid.']);
  expect(calls.map(({ call }) => call)).toContain(CONFIRM);
});

test('while the payment of a charge is being confirmed, the toast only says that it was received', async () => {
  const { onClose } = await show({ ...opened, [CONFIRM]: [202, withCharge('open')] });
  await userEvent.click(await payButton());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newestToast()?.[1]).toBe('Payment received');
});

test('a card that is refused can be tried again', async () => {
  fakeStripe(async () => ({ error: { type: 'card_error', message: 'Your card was declined.' } }));
  const { onClose } = await show(opened);
  await userEvent.click(await payButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your card was declined. You have not been charged.',
  );
  expect(await payButton()).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('an unanswered charge that the server finds paid is called paid', async () => {
  fakeStripe(async () => ({ error: { type: 'api_error' } }));
  const { onClose } = await show({ ...opened, [CONFIRM]: [200, withCharge('paid')] });
  await userEvent.click(await payButton());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newestToast()).toEqual(['success', 'Payment Successful', '$90.64 is paid.']);
});

test.each([
  ['is not paid', 400, { code: 'INVALID_REQUEST', message: 'You have not been charged.' }],
  ['is still being checked', 202, withCharge('open')],
] as const)(
  'an unanswered charge that %s may have been paid, and can be paid again',
  async (_state, status, body) => {
    fakeStripe(async () => ({ error: { type: 'api_error' } }));
    const { onClose } = await show({ ...opened, [CONFIRM]: [status, body] });
    await userEvent.click(await payButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('your card may have been charged');
    expect(alert).not.toHaveTextContent('not been charged');
    expect(await payButton()).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  },
);

test('a charge paid too late says that the payment is being refunded', async () => {
  const message = 'Your ride changed before this was paid. Your payment is being refunded.';
  const { onClose } = await show({
    ...opened,
    [CONFIRM]: [409, { message, code: 'RIDE_STATE_CONFLICT' }],
  });
  await userEvent.click(await payButton());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newestToast()).toEqual(['error', 'Not paid', message]);
});

test('a charge that is no longer open closes the dialog', async () => {
  const over = await show({
    ...opened,
    [OPEN]: [409, { message: 'There is nothing left to pay here.', code: 'RIDE_STATE_CONFLICT' }],
  });
  await waitFor(() => expect(over.onClose).toHaveBeenCalledOnce());
  expect(newestToast()?.[2]).toBe('There is nothing left to pay here.');
});

test('a charge that is paid in another window closes the dialog, and says so', async () => {
  const { onClose, receive } = await show(opened);
  await payButton();

  receive('paid');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newestToast()).toEqual(['success', 'Payment Successful', '$90.64 is paid.']);
});

test('a payment that failed to start and one that could not be verified can both be retried', async () => {
  const replies: ApiReplies = { ...opened, [OPEN]: [502, { message: 'Away.', code: 'PAYMENT_PROVIDER' }] };
  const { onClose } = await show(replies);
  const again = await screen.findByRole('button', { name: 'Try again' });
  replies[OPEN] = [200, { clientSecret: 'pi_1_secret_2' }];
  replies[CONFIRM] = [500, { message: '', code: 'INTERNAL' }];
  await userEvent.click(again);

  await userEvent.click(await payButton());
  await screen.findByText('Payment Verification Failed');
  replies[CONFIRM] = [200, withCharge('paid')];
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('onUnpaid distinguishes a refused card from a charge that could not be verified', async () => {
  await answerApi({ ...opened, [CONFIRM]: [500, { message: '', code: 'INTERNAL' }] });
  const onUnpaid = vi.fn();
  fakeStripe(async () => ({ error: { type: 'card_error', message: 'Your card was declined.' } }));
  const payment = (
    <ChargePayment
      charge={{ rideId: ride.id, chargeId: charge.id }}
      amountCents={charge.amountCents}
      calls={{ openCharge, verifyCharge }}
      onBusy={vi.fn()}
      onUnpaid={onUnpaid}
      onPaid={vi.fn()}
      onGone={vi.fn()}
    />
  );
  const { unmount } = render(payment);
  await userEvent.click(await payButton());
  await waitFor(() => expect(onUnpaid).toHaveBeenLastCalledWith('refused'));
  unmount();

  fakeStripe(async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }));
  render(payment);
  await userEvent.click(await payButton());
  await waitFor(() => expect(onUnpaid).toHaveBeenLastCalledWith('unverified'));
});

test('a charge without an answer is reported as unverified, because the card may have been charged', async () => {
  await answerApi({ ...opened, [CONFIRM]: [500, { message: '', code: 'INTERNAL' }] });
  const onUnpaid = vi.fn();
  fakeStripe(async () => ({ error: { type: 'api_connection_error' } }));
  render(
    <ChargePayment
      charge={{ rideId: ride.id, chargeId: charge.id }}
      amountCents={charge.amountCents}
      calls={{ openCharge, verifyCharge }}
      onBusy={vi.fn()}
      onUnpaid={onUnpaid}
      onPaid={vi.fn()}
      onGone={vi.fn()}
    />,
  );

  await userEvent.click(await payButton());

  await waitFor(() => expect(onUnpaid.mock.calls).toEqual([['unverified']]));
});
