import { expect, test } from 'vitest';
import type { PurchaseState } from '#common/gift-cards/gift-card-purchases-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { followPurchase, PAUSES_MS } from './purchase-progress.ts';

const purchase = (state: PurchaseState['state']): PurchaseState => ({
  state,
  reference: 'f'.repeat(24),
  amount: 250,
  recipientEmail: 'jordan@example.com',
  recipientName: null,
});

/** Polls a purchase that gives these replies, repeating the last. Returns the states and pauses. */
async function follow(...answers: (PurchaseState['state'] | Error)[]) {
  const steps: string[] = [];
  const pauses: number[] = [];
  const ask = async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return purchase(answer ?? 'processing');
  };
  const pause = async (ms: number) => void pauses.push(ms);
  for await (const { step } of followPurchase({ ask, pause })) steps.push(step);
  return { steps, pauses };
}

test('a gift card that is already delivered is shown without polling again', async () => {
  expect(await follow('delivered')).toEqual({ steps: ['delivered'], pauses: [] });
});

test('a purchase that is still processing is polled again after growing pauses', async () => {
  expect(await follow('processing', 'processing', 'delivered')).toEqual({
    steps: ['processing', 'processing', 'delivered'],
    pauses: [1_000, 2_000],
  });
});

test('polling gives up within a minute and reports the purchase as late', async () => {
  const { steps, pauses } = await follow('processing');
  expect(steps.at(-1)).toBe('late');
  expect(pauses).toEqual(PAUSES_MS);
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThan(60_000);
});

test('a gift card delivered at the last poll is not reported as late', async () => {
  const answers = [...PAUSES_MS.map(() => 'processing' as const), 'delivered' as const];
  expect((await follow(...answers)).steps.at(-1)).toBe('delivered');
});

test('polling ends when the gift card could not be delivered', async () => {
  expect(await follow('processing', 'undelivered')).toEqual({
    steps: ['processing', 'undelivered'],
    pauses: [1_000],
  });
});

test('polling ends when the checkout has expired', async () => {
  expect(await follow('expired')).toEqual({ steps: ['expired'], pauses: [] });
});

test('an unknown purchase is distinguished from a server that does not answer', async () => {
  const missing = new ApiError({ status: 404, text: 'Not Found', body: null });
  const silence = new ApiError({ status: 0, text: 'The server could not be reached.', body: null });
  expect((await follow(missing)).steps).toEqual(['unknown']);
  expect((await follow('processing', silence)).steps).toEqual(['processing', 'failed']);
});
