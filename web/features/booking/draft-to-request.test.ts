import { expect, test } from 'vitest';
import { requestRideSchema } from '#common/rides/ride-request.ts';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { toRideRequest } from './draft-to-request.ts';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

const context = { riderId: 'b'.repeat(24), pricing: buildPricing() };
const bodyOf = (...form: Parameters<typeof toRideRequest>) => {
  const { wanted, seen } = toRideRequest(...form);
  return { ...wanted, ...seen };
};
const request = bodyOf(buildDraft(), context);

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
