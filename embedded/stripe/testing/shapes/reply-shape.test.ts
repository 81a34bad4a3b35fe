import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapeProblem, startTestSimulator, type TestSimulator } from '../start-test-simulator.ts';

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

test('the check that all tests rely on sees what is missing, misspelt, of the wrong type or mistaken for another', async () => {
  const seen: unknown[] = [];
  simulator.stripe.on('response', ({ body }: { body: unknown }) => seen.push(body));
  const intent = await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
  expect(seen).toEqual([JSON.parse(JSON.stringify(intent))]);
  const { data } = await simulator.stripe.events.list();
  const { client_secret, ...rest } = intent;

  expect(shapeProblem(intent)).toBeNull();
  expect(shapeProblem(rest)).toContain('client_secret');
  expect(shapeProblem({ ...intent, clientSecret: 'x' })).toContain('clientSecret');
  expect(shapeProblem({ ...intent, amount: '5000' })).toContain('amount');
  expect(shapeProblem({ ...data[0], type: 'charge.succeeded' })).toContain('custom');
});
