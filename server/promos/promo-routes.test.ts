import { Types } from 'mongoose';
import { expect, test } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildRequest, buildRide, comingDay } from '../testing/build-ride.ts';
import { buildRider } from '../testing/build-user.ts';
import { moveAddress } from '../testing/move-address.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { PromoModel } from './promo-model.ts';
import { seedPromos } from './seed-promos.ts';

setUpTestApp();

const TODAY = dateInVegas(new Date());
const FARE = { fareAmount: 233.58 };

const validate = (code: unknown, booking: object = {}, client = visitor()) =>
  client.post('/api/validate-promo-code', { ...FARE, code, ...booking });

const messageOf = ({ body }: { body: unknown }): string => Object(body).message;

test('a promo code takes its amount off the fare, in whichever case it is typed', async () => {
  const { id, code } = await buildPromo();

  const reply = await validate(` ${code.toLowerCase()} `);

  expect([reply.status, reply.body]).toEqual([200, { id, code, discountAmount: 25 }]);
});

test.each([
  [{ percent: 15 }, 233.58, 35.04],
  [{ percent: 100 }, 233.58, 233.58],
  [{ amountCents: 5_000 }, 30, 30],
  [{ amountCents: 5_000 }, 0, 0],
])(
  'a promo code with %j and a fare of %f give a discount of %f',
  async (terms, fareAmount, discountAmount) => {
    const { code } = await buildPromo(terms);

    expect((await validate(code, { fareAmount })).body).toMatchObject({ discountAmount });
  },
);

test.each([
  ['not begun', { validFrom: addDays(TODAY, 1) }, {}, 'This promo code is not valid yet'],
  ['over', { validUntil: addDays(TODAY, -1) }, {}, 'This promo code has expired'],
  [
    'for other days',
    { weekdays: [5, 6, 0] },
    { scheduledDate: comingDay(2) },
    'This promo code is for rides on Friday, Saturday or Sunday',
  ],
  [
    'for longer rides',
    { minimumHours: 3 },
    { bookingType: 'hourly', hours: 2.5 },
    'This promo code is for hourly rides of at least 3 hours',
  ],
  [
    'for any ride by the hour',
    { minimumHours: 1 },
    { bookingType: 'point-to-point', hours: null },
    'This promo code is for hourly rides of at least 1 hour',
  ],
  ['for higher fares', { minimumFareCents: 30_000 }, {}, 'This promo code is for fares of at least $300'],
  [
    'for fares with cents',
    { minimumFareCents: 25_050 },
    {},
    'This promo code is for fares of at least $250.50',
  ],
  ['used up', { totalCap: 0 }, {}, 'This promo code has been used up'],
])('a promo code that is %s is refused with that reason', async (_what, terms, booking, message) => {
  const { code } = await buildPromo(terms);

  const reply = await validate(code, booking);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ message, issues: [{ path: 'code', message }] });
});

test.each([
  ['its first day', { validFrom: TODAY }, {}],
  ['its last day', { validUntil: TODAY }, {}],
  ['one of its days', { weekdays: [5, 6, 0] }, { scheduledDate: comingDay(6) }],
  ['a day not chosen yet', { weekdays: [5, 6, 0] }, {}],
  ['hours enough', { minimumHours: 3 }, { bookingType: 'hourly', hours: 3 }],
  ['a fare high enough', { minimumFareCents: 23_358 }, {}],
])('a promo code is valid for %s', async (_what, terms, booking) => {
  const { code } = await buildPromo(terms);

  expect((await validate(code, booking)).status).toBe(200);
});

test('an unknown promo code is not valid', async () => {
  const reply = await validate('NOSUCHCODE');

  expect([reply.status, messageOf(reply)]).toEqual([400, 'This promo code is not valid']);
});

test.each([
  ['', 'Please enter a promo code'],
  ['   ', 'Please enter a promo code'],
])('a promo code %j is refused as missing', async (code, message) => {
  expect(messageOf(await validate(code))).toBe(message);
});

test.each([{ $ne: '' }, ['A'], 5, 'X'.repeat(41)])('a malformed promo code %j is refused', async (code) => {
  expect((await validate(code)).status).toBe(400);
});

test.each([-1, '100', 1e9, null])('an invalid fare amount %j is refused', async (fareAmount) => {
  const { code } = await buildPromo();

  expect((await validate(code, { fareAmount })).status).toBe(400);
});

test('a first-ride promo code is refused for a rider who has a ride, also on an account with an email alias', async () => {
  const { code } = await buildPromo({ firstRideOnly: true });
  const name = `rider${Date.now()}`;
  const [rider, alias, other] = await Promise.all(
    [`${name}@example.com`, `${name}+again@Example.com`, `${name}x@example.com`].map((email) =>
      buildRider({ email: email.toLowerCase() }),
    ),
  );
  if (!rider || !alias || !other) throw new Error('three riders');
  expect((await validate(code, {}, as(rider))).status).toBe(200);

  await buildRide({ riderId: rider.id, riderKey: `${name}@example.com` });

  const message = 'This promo code is for a first ride';
  expect(messageOf(await validate(code, {}, as(rider)))).toBe(message);
  expect(messageOf(await validate(code, {}, as(alias)))).toBe(message);
  expect((await validate(code, {}, as(other))).status).toBe(200);
  expect((await validate(code)).status).toBe(200);
});

test('a rider who has had a ride cannot use a first-ride promo code after changing their email address', async () => {
  const promo = await buildPromo({ firstRideOnly: true });
  const rider = await buildRider();
  await buildRide({ riderId: rider.id, riderKey: rider.email, status: 'completed' });
  await moveAddress(rider, `moved.${rider.email}`);

  const booked = await as(rider).post(
    '/api/rides',
    buildRequest({ riderId: rider.id, promoCodeId: promo.id }),
  );

  const message = 'This promo code is for a first ride';
  expect([booked.status, messageOf(booked)]).toEqual([400, message]);
  expect(messageOf(await validate(promo.code, {}, as(rider)))).toBe(message);
  // A new account with the address that they left is not a first ride either.
  const later = await buildRider({ email: rider.email });
  expect(messageOf(await validate(promo.code, {}, as(later)))).toBe(message);
});

test('a ride that was booked before the email address was confirmed counts as the first ride', async () => {
  const { code } = await buildPromo({ firstRideOnly: true });
  const rider = await buildRider({ emailConfirmedAt: null });
  await buildRide({ riderId: rider.id, riderKey: rider.email, status: 'completed' });
  await moveAddress(rider, `moved.${rider.email}`);

  expect(messageOf(await validate(code, {}, as(rider)))).toBe('This promo code is for a first ride');
});

test('a use of a promo code stays counted when the email address of the account changes', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const rider = await buildRider({ phone: null });
  const book = (customerPhone: string) =>
    as(rider).post('/api/rides', buildRequest({ riderId: rider.id, promoCodeId: promo.id, customerPhone }));
  expect((await book('(702) 555-7001')).status).toBe(201);
  await moveAddress(rider, `moved.${rider.email}`);

  const again = await book('(702) 555-7002');

  const message = 'Another unpaid ride of yours is using this promo code';
  expect([again.status, messageOf(again)]).toEqual([400, message]);
  expect(messageOf(await validate(promo.code, {}, as(rider)))).toBe(message);
});

test('a cancelled ride does not count as a first ride', async () => {
  const { code } = await buildPromo({ firstRideOnly: true });
  const rider = await buildRider();
  await buildRide({ riderId: rider.id, riderKey: rider.email, status: 'cancelled' });

  expect((await validate(code, {}, as(rider))).status).toBe(200);
});

test('twenty unknown promo codes an hour are the limit, and valid ones in between do not reset the count', async () => {
  const { code } = await buildPromo();
  const guesser = visitor();
  const statuses: number[] = [];
  for (let guess = 0; guess < 20; guess += 1) {
    statuses.push((await validate(`GUESS${guess}`, {}, guesser)).status);
    if (guess < 19) statuses.push((await validate(code, {}, guesser)).status);
  }

  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.filter((status) => status === 200)).toHaveLength(19);
  const reply = await validate(code, {}, guesser);
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3_000);
});

test('promos are offered oldest first, whatever their ids', async () => {
  await PromoModel.deleteMany();
  const ids = [3, 1, 2].map((digit) => new Types.ObjectId(`${digit}`.repeat(24)));
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  await buildPromo({ code: 'FIRST', _id: ids[0], createdAt: at(0) });
  await buildPromo({ code: 'THIRD', _id: ids[2], createdAt: at(1) });
  await buildPromo({ code: 'SECOND', _id: ids[1], createdAt: at(1) });

  const { body } = await visitor().get('/api/promos');

  expect(body).toMatchObject([{ code: 'FIRST' }, { code: 'SECOND' }, { code: 'THIRD' }]);
});

test('demo promos are seeded once, keep later edits by operations, and are offered while they are valid', async () => {
  await PromoModel.deleteMany();
  await seedPromos();
  await PromoModel.updateOne({ code: 'REFER50' }, { validUntil: '2030-12-31', totalCap: 5 });
  await PromoModel.updateOne({ code: 'CORPORATE20' }, { validUntil: addDays(TODAY, -1) });
  await buildPromo({ validFrom: addDays(TODAY, 1) });
  await buildPromo({ totalCap: 0 });
  await seedPromos();

  const { status, body } = await visitor().get('/api/promos');

  expect(status).toBe(200);
  expect(body).toMatchObject([
    { code: 'WELCOME25', discount: '$25', badge: 'New riders', validUntil: null },
    { code: 'REFER50', discount: '$50', validUntil: 'December 31, 2030' },
    { code: 'WEEKEND15', discount: '15%', description: 'Off rides on Friday, Saturday and Sunday.' },
  ]);
  expect(await PromoModel.findOne({ code: 'WEEKEND15' })).toMatchObject({ uses: 0, weekdays: [5, 6, 0] });
});
