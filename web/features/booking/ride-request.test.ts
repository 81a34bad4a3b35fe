import { expect, test } from 'vitest';
import { requestRideSchema } from '#common/rides/request-ride.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { serveApi } from '#web/testing/serve-api.ts';
import { requestRide, toRideRequest } from './ride-request.ts';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

const requested = { ride: buildUnpaidRide(), clientSecret: 'pi_1_secret_1' };
const context = { riderId: 'b'.repeat(24), pricing: buildPricing() };
const bodyOf = (...form: Parameters<typeof toRideRequest>) => {
  const { wanted, seen } = toRideRequest(...form);
  return { ...wanted, ...seen };
};
const request = bodyOf(buildDraft(), context);

test('requestRide sends the idempotency key and returns the ride and its client secret', async () => {
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

  expect(await requestRide(request, 'key-0001')).toEqual(requested);
  expect(sent).toEqual([['POST', '/api/rides', 'key-0001', request]]);
});

test.each([
  ['no secret', { ...requested, clientSecret: '' }],
  ['no ride', { clientSecret: 'pi_1_secret_1' }],
])('a reply with %s is an error, as the ride could not be paid', async (_case, reply) => {
  await serveApi((_req, res) => res.writeHead(201).end(JSON.stringify(reply)));

  const failure = await requestRide(request, 'key-0001').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(ApiError);
});

test('a refused request throws an error with the server’s message', async () => {
  await serveApi((_req, res) =>
    res.writeHead(409).end(JSON.stringify({ message: 'Used before.', code: 'IDEMPOTENCY_KEY_REUSED' })),
  );
  await expect(requestRide(request, 'key-0001')).rejects.toMatchObject({
    status: 409,
    serverMessage: 'Used before.',
  });
});

test('a complete form produces a request that is valid by the server’s schema', () => {
  expect(requestRideSchema.safeParse(request).success).toBe(true);
  expect(request).toMatchObject({
    rideType: 'lux-sedan',
    hours: 3,
    preferredColor: 'black',
    surgePricing: 'standard',
    isAirportPickup: false,
    estimatedFare: '$233.58',
    discountAmount: 0,
  });
  expect(request).not.toHaveProperty('vehicleId');
});

test('a point-to-point request contains no hours, whatever the hidden field holds', () => {
  expect(bodyOf(buildDraft({ bookingType: 'point-to-point', hours: '7' }), context).hours).toBeNull();
});

test('the request contains the ids of the codes and their total discount', () => {
  const codes = {
    promoCode: 'WELCOME25',
    promo: buildPromo(),
    giftCardCode: '•••• 91TD',
    giftCard: buildGiftCard(),
  };
  const request = bodyOf(buildDraft(codes), context);

  expect(request).toMatchObject({
    promoCodeId: codes.promo.id,
    giftCardId: codes.giftCard.id,
    estimatedFare: '$208.58',
    discountAmount: 233.58,
  });
  for (const own of Object.keys(codes)) expect(request).not.toHaveProperty(own);
});
