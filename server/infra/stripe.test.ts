import { expect, onTestFinished, test } from 'vitest';
import { stripe } from './stripe.ts';

test('a Stripe request whose connection is never established fails with the usual timeout', async () => {
  const { _api: api } = Object(stripe);
  const { options } = api.httpClient._agent;
  const usual = { host: api.host, timeout: api.timeout };
  expect(options.timeout).toBe(usual.timeout);
  onTestFinished(() => {
    Object.assign(api, usual);
    Object.assign(options, { timeout: usual.timeout, lookup: undefined });
  });
  Object.assign(api, { host: 'localhost', timeout: 200 });
  // The host name never resolves: until it is connected, the library itself would wait forever.
  Object.assign(options, { timeout: 200, lookup: () => {} });

  const failing = stripe.balance.retrieve({}, { maxNetworkRetries: 0 });

  await expect(failing).rejects.toThrow('timeout being reached');
});
