import { expect, test } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildRide } from '../testing/build-ride.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import {
  presentDriverRide,
  presentOffer,
  presentOpenRide,
  presentRiderRide,
  presentStaffRide,
} from './present-ride.ts';
import type { RideRecord } from './ride-model.ts';
import { presentTrip } from './trip/present-trip.ts';

setUpTestDatabase();

const OFFER_KEYS = [
  'id',
  'version',
  'rideType',
  'createdAt',
  'pickupLocation',
  'dropoffLocation',
  'stops',
  'bookingType',
  'hours',
  'scheduledDate',
  'scheduledTime',
  'revision',
  'estimatedFare',
  'driverShare',
];

const SHARED_KEYS = [
  ...OFFER_KEYS.filter((key) => key !== 'driverShare'),
  'status',
  'riderId',
  'driverId',
  'isAirportPickup',
  'surgePricing',
  'gratuityPercentage',
  'actualFare',
  'preferredColor',
  'passengers',
  'flightNumber',
  'specialRequests',
  'enRouteAt',
  'arrivedAt',
  'waiting',
  'fareReview',
  'wantsPin',
  'history',
];

const DRIVER_KEYS = [
  ...SHARED_KEYS,
  'driverShare',
  'vehicle',
  'customer',
  'isForGuest',
  'cancelledBy',
  'completedBy',
];

const RIDER_KEYS = [
  ...SHARED_KEYS,
  'paymentStatus',
  'customerName',
  'customerEmail',
  'customerPhone',
  'passenger',
  'bookedFare',
  'promoCodeId',
  'giftCardId',
  'discountAmount',
  'fare',
  'payBy',
  'payment',
  'refundedAmount',
  'refundFailedAmount',
  'refundedToGiftCard',
  'isLateRefundOwed',
  'cancelledBy',
  'charges',
  'refunds',
  'cancellationFee',
  'order',
  'payLink',
  'lateCredit',
  'startPin',
  'tripLink',
  'driver',
  'rating',
];

const keysOf = (view: object) => Object.keys(view).toSorted();
const RIDER = {
  customerName: 'Robin Rider',
  customerEmail: 'robin@example.com',
  customerPhone: '(702) 555-0101',
};

test('an offer has exactly the keys of an offer, and nothing about its rider', async () => {
  const ride = await buildRide({ ...RIDER, specialRequests: 'A cake' });

  const offer = presentOffer(ride);

  expect(keysOf(offer)).toEqual(OFFER_KEYS.toSorted());
  const text = JSON.stringify(offer);
  for (const secret of [...Object.values(RIDER), 'A cake', ride.riderId]) expect(text).not.toContain(secret);
});

const STATUSES: RideStatus[] = ['requested', 'accepted', 'in_progress', 'completed', 'cancelled'];

test.each(STATUSES)(
  'a ride that is %s has exactly the expected keys in the views of its rider and its driver',
  async (status) => {
    const ride = await buildRide({ status });

    expect(keysOf(presentRiderRide(ride))).toEqual(RIDER_KEYS.toSorted());
    expect(keysOf(presentDriverRide(ride, new Date()))).toEqual(DRIVER_KEYS.toSorted());
  },
);

test('the rider sees which edits staff made, but not who made them; the driver sees neither', async () => {
  const at = new Date('2026-11-20T20:00:00Z');
  const by = (role: 'rider' | 'dispatcher' | 'admin', name: string) => ({
    by: { role, id: 'c'.repeat(24), name, address: null },
  });
  const ride = await buildRide({
    status: 'accepted',
    history: [
      { change: 'requested', at, ...by('dispatcher', 'Dana Reyes') },
      { change: 'edited', at, ...by('dispatcher', 'Dana Reyes') },
      { change: 'edited', at, ...by('admin', 'Ada Lane') },
      { change: 'edited', at, ...by('rider', 'Robin Rider') },
      { change: 'edited', at },
    ],
  });

  const { history } = presentRiderRide(ride);

  expect(history.map(({ isByStaff }) => isByStaff)).toEqual([undefined, true, true, undefined, undefined]);
  expect(JSON.stringify(history)).not.toMatch(/Dana|Ada/);
  for (const entry of presentDriverRide(ride, new Date()).history)
    expect(entry).not.toHaveProperty('isByStaff');
});

test('the driver sees that staff assigned the ride, but not who assigned it; the rider sees neither', async () => {
  const at = new Date('2026-11-20T20:00:00Z');
  const by = (role: 'driver' | 'dispatcher', name: string) => ({
    by: { role, id: 'c'.repeat(24), name, address: null },
  });
  const ride = await buildRide({
    status: 'accepted',
    history: [
      { change: 'accepted', at, ...by('driver', 'Sam Ortiz') },
      { change: 'given_back', at, ...by('driver', 'Sam Ortiz') },
      { change: 'accepted', at, ...by('dispatcher', 'Dana Reyes') },
    ],
  });

  const { history } = presentDriverRide(ride, new Date());

  expect(history.map(({ isByStaff }) => isByStaff)).toEqual([undefined, undefined, true]);
  expect(JSON.stringify(history)).not.toContain('Dana');
  for (const entry of presentRiderRide(ride).history) expect(entry).not.toHaveProperty('isByStaff');
});

test('the driver’s view has neither the rider’s email nor anything about the payment', async () => {
  const ride = await buildRide({ ...RIDER, status: 'in_progress', paymentIntentId: 'pi_1' });

  const text = JSON.stringify(presentDriverRide(ride, new Date()));

  for (const secret of [RIDER.customerEmail, 'pi_1', '"4242"']) expect(text).not.toContain(secret);
});

test.each<[string, (ride: RideRecord) => object]>([
  ['an offer', presentOffer],
  ['the driver’s view', (ride) => presentDriverRide(ride, new Date())],
  ['the rider’s view', presentRiderRide],
  ['the view of a trip link', presentTrip],
  ['the staff’s view', presentStaffRide],
  ['the staff’s view of an open ride', presentOpenRide],
])('%s does not have the id of the ride’s payment', async (_view, present) => {
  const ride = await buildRide({ status: 'in_progress', paymentIntentId: 'pi_1' });

  expect(JSON.stringify(present(ride))).not.toContain('pi_1');
});

test('the rider’s view has the charges of the ride without the ids of their payments', async () => {
  const charge = { kind: 'tip', amountCents: 3_300, reason: null, at: new Date(), refundId: null } as const;
  const charges = [{ ...charge, id: 'a'.repeat(24), status: 'paid' as const, paymentIntentId: 'pi_2' }];

  const view = presentRiderRide(await buildRide({ status: 'completed', charges }));

  expect(view.charges).toMatchObject([{ kind: 'tip', amountCents: 3_300 }]);
  expect(JSON.stringify(view)).not.toContain('pi_2');
});

const DAY_MS = 24 * 3_600_000;
/** A pickup and its planned end three hours later. */
const [PICKUP, END] = [Date.parse('2026-11-20T20:00:00Z'), Date.parse('2026-11-20T23:00:00Z')];
const PHONE = RIDER.customerPhone;

test.each([
  ['a week before the pickup', PICKUP - 7 * DAY_MS, { name: 'Robin Rider', phone: null }],
  ['a second more than a day before', PICKUP - DAY_MS - 1_000, { name: 'Robin Rider', phone: null }],
  ['a day before', PICKUP - DAY_MS, { name: 'Robin Rider', phone: PHONE }],
  ['at the planned end', END, { name: 'Robin Rider', phone: PHONE }],
  ['a day after it', END + DAY_MS, { name: 'Robin Rider', phone: PHONE }],
  ['a second more than a day after', END + DAY_MS + 1_000, null],
])(
  'the driver’s view has the customer’s name and phone only within their time limits: %s',
  async (_at, atMs, customer) => {
    for (const status of ['accepted', 'in_progress', 'completed', 'cancelled'] as const) {
      const ride = await buildRide({ ...RIDER, status, scheduledAt: new Date(PICKUP), completedAt: null });

      const view = presentDriverRide(ride, new Date(atMs));

      expect(view.customer).toEqual(customer);
      if (!customer?.phone) expect(JSON.stringify(view)).not.toContain(PHONE);
    }
  },
);

test('for a ride booked for somebody else, the driver sees the passenger, and not who booked', async () => {
  const passenger = { name: 'Jo Park', phone: '(702) 555-0199' };
  const ride = await buildRide({ ...RIDER, status: 'accepted', passenger, scheduledAt: new Date() });

  const view = presentDriverRide(ride, new Date());

  expect(view.customer).toEqual(passenger);
  expect(JSON.stringify(view)).not.toContain(RIDER.customerName);
});

test('the rider’s view has discounts and refunds in dollars, and the payment deadline of an unpaid ride', async () => {
  const payBy = new Date('2026-11-20T20:00:00Z');
  const fare = { ...(await buildRide()).fare, promoCents: 2_500, giftCardCents: 1_050 };
  const unpaid = await buildRide({ paymentStatus: 'pending', payBy, fare });
  const paid = await buildRide({ payBy });
  const refunds = [
    { reason: 'completed-for-less' as const, amountCents: 1_000, refundId: 're_1', giftCardCents: 700 },
    { reason: 'paid-too-late' as const, amountCents: 50, refundId: 're_2', giftCardCents: 0 },
  ];

  expect(presentRiderRide(unpaid)).toMatchObject({
    discountAmount: 35.5,
    payBy: payBy.toISOString(),
    payment: null,
    refundedAmount: null,
  });
  expect(presentRiderRide(paid)).toMatchObject({ payBy: null, payment: { brand: 'visa', last4: '4242' } });
  expect(presentRiderRide(await buildRide({ refunds }))).toMatchObject({
    refundedAmount: '$10.50',
    refundFailedAmount: null,
    refundedToGiftCard: '$7.00',
  });
});

test('the refunded amount of a ride includes refunded charges, but not charges whose refund is owed or failed', async () => {
  const at = new Date();
  const charge = { kind: 'difference', amountCents: 7_393, status: 'refunded', reason: null, at } as const;
  const taken = { id: newId(), chargeId: 'a'.repeat(24) };
  const of = (id: string) => ({ ...charge, id: id.repeat(24), paymentIntentId: `pi_${id}`, refundId: null });
  const ride = await buildRide({
    status: 'cancelled',
    adjustments: [{ ...taken, toCardCents: 1_000, toGiftCardCents: 0, reason: 'Late', by: 'Dana', at }],
    refunds: [
      {
        reason: 'adjustment',
        amountCents: 1_000,
        refundId: 're_0',
        giftCardCents: 0,
        chargeId: taken.chargeId,
      },
      { reason: 'cancelled', amountCents: 23_358, refundId: 're_1', giftCardCents: 0 },
    ],
    charges: [
      { ...of('a'), refundedAt: at, refundId: 're_2' },
      { ...of('b'), owedSince: at },
      { ...of('c'), failure: 'charge_disputed' },
      { ...of('d'), status: 'paid' },
    ],
  });

  expect(presentRiderRide(ride)).toMatchObject({
    refundedAmount: '$307.51',
    refundFailedAmount: '$73.93',
  });
});

test('a failed refund is not shown as made', async () => {
  const refunds = [
    { reason: 'completed-for-less' as const, amountCents: 1_000, refundId: 're_1', giftCardCents: 700 },
    {
      reason: 'not-accepted' as const,
      amountCents: 50,
      refundId: null,
      giftCardCents: 0,
      failure: 'charge_disputed',
    },
  ];

  expect(presentRiderRide(await buildRide({ refunds }))).toMatchObject({
    refundedAmount: '$10.00',
    refundFailedAmount: '$0.50',
    refundedToGiftCard: '$7.00',
  });
});
