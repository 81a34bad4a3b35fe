import { expect, test } from 'vitest';
import { requestRideSchema } from '#common/rides/request-ride.ts';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';
import { toRideRequest } from './to-ride-request.ts';

const context = { riderId: 'b'.repeat(24), surgeCalendar: [] };

test('a form filled in makes a request the server’s contract takes', () => {
  const request = toRideRequest(buildDraft(), context);

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

test('point to point sends no hours, whatever the hidden field holds', () => {
  expect(toRideRequest(buildDraft({ bookingType: 'point-to-point', hours: '7' }), context).hours).toBeNull();
});

test('codes are named by their ids, with what they take off in all', () => {
  const codes = {
    promoCode: 'WELCOME25',
    promo: buildPromo(),
    giftCardCode: '•••• 91TD',
    giftCard: buildGiftCard(),
  };
  const request = toRideRequest(buildDraft(codes), context);

  expect(request).toMatchObject({
    promoCodeId: codes.promo.id,
    giftCardId: codes.giftCard.id,
    estimatedFare: '$208.58',
    discountAmount: 233.58,
  });
  for (const own of Object.keys(codes)) expect(request).not.toHaveProperty(own);
});
