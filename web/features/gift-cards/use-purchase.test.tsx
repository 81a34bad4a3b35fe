// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { openUrl } from '#web/lib/open-url.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { usePurchase } from './use-purchase.ts';

vi.mock('#web/lib/open-url.ts');

const PURCHASE = 'POST /api/purchase-gift-card';
const outage = [502, { message: 'Stripe is away', code: 'PAYMENT_PROVIDER' }] as const;
const refusal = [400, { message: 'Please check the amount', code: 'INVALID_REQUEST' }] as const;

function Dialog() {
  return <PurchaseForm amount={50} purchase={usePurchase()} onCancel={() => {}} />;
}

/**
 * Opens the dialog and types a recipient. Each press of Purchase gets the next reply.
 *
 * @returns `keys`, which lists the idempotency keys sent so far
 */
async function openDialog(...replies: (readonly [number, unknown])[]) {
  const served: ApiReplies = {
    'GET /api/config': [200, buildConfig()],
    [PURCHASE]: () => replies.shift() ?? outage,
  };
  const calls = await answerApi(served);
  const user = userEvent.setup();
  render(<Dialog />);
  await user.type(screen.getByRole('textbox', { name: /email/i }), 'jordan@example.com');
  const press = async () => {
    const known = calls.length;
    await user.click(screen.getByRole('button', { name: 'Purchase Gift Card' }));
    // The button is enabled again once the reply has arrived.
    await screen.findByRole('button', { name: 'Purchase Gift Card' });
    expect(calls.length).toBe(known + 1);
  };
  const keys = () =>
    calls.filter(({ call }) => call === PURCHASE).map(({ headers }) => headers['idempotency-key']);
  return { user, press, keys };
}

test('the same purchase sent again after an outage carries the same idempotency key', async () => {
  const { press, keys } = await openDialog(outage, outage);
  await press();
  await press();

  const [first, second] = keys();
  expect(first).toMatch(/^[\w-]{8,128}$/);
  expect(second).toBe(first);
});

test('a purchase that times out is not called failed, since its checkout may exist', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  useToastStore.setState({ newest: null });
  const silent = () => {
    vi.advanceTimersByTime(10_000);
    return new Promise<never>(() => {});
  };
  await answerApi({ 'GET /api/config': [200, buildConfig()], [PURCHASE]: silent });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Dialog />);
  await user.type(screen.getByRole('textbox', { name: /email/i }), 'jordan@example.com');
  await user.click(screen.getByRole('button', { name: 'Purchase Gift Card' }));

  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({
      title: 'No answer',
      description: 'We got no answer. It may have worked; trying again does not do it twice.',
    }),
  );
});

test('an edited purchase, or one sent again after a refusal, gets a new idempotency key', async () => {
  const { user, press, keys } = await openDialog(outage, refusal, outage);
  await press();
  await user.type(screen.getByRole('textbox', { name: /message/i }), 'Enjoy');
  await press();
  await press();

  expect(new Set(keys()).size).toBe(3);
});

test('stopping the redirect to the checkout brings the dialog back, with the same idempotency key', async () => {
  const checkoutUrl = 'https://checkout.stripe.com/c/pay/cs_1';
  const { press, keys } = await openDialog([200, { checkoutUrl }], outage);
  const { passUntil, release } = holdTime();

  fireEvent.click(screen.getByRole('button', { name: 'Purchase Gift Card' }));
  await expect.poll(() => vi.mocked(openUrl).mock.calls.length).toBe(1);
  expect(openUrl).toHaveBeenCalledWith(checkoutUrl);
  expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await passUntil(() => screen.queryByRole('button', { name: 'Purchase Gift Card' }) !== null);
  release();
  await press();

  const [first, second] = keys();
  expect(second).toBe(first);
});
