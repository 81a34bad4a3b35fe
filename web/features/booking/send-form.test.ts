import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { serveApi } from '#web/testing/serve-api.ts';
import { toRideRequest } from './draft-to-request.ts';
import { sendRequest } from './send-form.ts';
import { buildDraft } from './testing/build-draft.ts';

const requested = { ride: buildUnpaidRide(), clientSecret: 'pi_1_secret_1' };
const { wanted, seen } = toRideRequest(buildDraft(), { riderId: 'b'.repeat(24), pricing: buildPricing() });
const request = { ...wanted, ...seen };

test('sendRequest sends the idempotency key and returns the ride and its client secret', async () => {
  const sent: unknown[] = [];
  await serveApi(async (req, res) => {
    const chunks = await req.toArray();
    sent.push([
      req.method,
      req.url,
      req.headers['idempotency-key'],
      JSON.parse(Buffer.concat(chunks).toString()),
    ]);
    res.writeHead(201).end(JSON.stringify(requested));
  });

  expect(await sendRequest(request, 'key-0001')).toEqual(requested);
  expect(sent).toEqual([['POST', '/api/rides', 'key-0001', request]]);
});

test.each([
  ['no secret', { ...requested, clientSecret: '' }],
  ['no ride', { clientSecret: 'pi_1_secret_1' }],
])('a reply with %s is an error, as the ride could not be paid', async (_case, reply) => {
  await serveApi((_req, res) => res.writeHead(201).end(JSON.stringify(reply)));

  const failure = await sendRequest(request, 'key-0001').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(ApiError);
});

test('a refused request throws an error with the server’s message', async () => {
  await serveApi((_req, res) =>
    res.writeHead(409).end(JSON.stringify({ message: 'Used before.', code: 'IDEMPOTENCY_KEY_REUSED' })),
  );
  await expect(sendRequest(request, 'key-0001')).rejects.toMatchObject({
    status: 409,
    serverMessage: 'Used before.',
  });
});
