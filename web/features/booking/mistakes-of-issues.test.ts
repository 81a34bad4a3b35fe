import { expect, test } from 'vitest';
import { mistakesOfIssues } from './mistakes-of-issues.ts';

test('the server’s issues find the fields they are about', () => {
  const issues = [
    { path: 'customerPhone', message: 'Please enter a valid phone number.' },
    { path: 'rideType', message: 'Please choose a vehicle.' },
    { path: 'riderId', message: 'Please check the rider id.' },
    { path: 'promoCodeId', message: 'This promo code has expired' },
    { path: 'giftCardId', message: 'This gift card is not valid' },
  ];
  expect(mistakesOfIssues(issues)).toEqual([
    { fields: ['customerPhone'], message: 'Please enter a valid phone number.' },
    { fields: ['vehicleId'], message: 'Please choose a vehicle.' },
    { fields: ['promoCode'], message: 'This promo code has expired' },
    { fields: ['giftCardCode'], message: 'This gift card is not valid' },
  ]);
});
