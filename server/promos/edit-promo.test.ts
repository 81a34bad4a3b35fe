import { expect, test } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { type NewPromo, type StaffPromo, staffPromoSchema } from '#common/promos/promo-staff-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply } from '../testing/test-client.ts';
import { findPromoDifferences } from './find-promo-differences.ts';
import { capturePromo, holdPromo } from './promo-holds.ts';
import { PromoModel } from './promo-model.ts';

setUpTestApp();

const PATH = '/api/ops/promos';
const TODAY = dateInVegas(new Date());
const admin = () => buildAdmin().then(as);
const messageOf = ({ body }: Reply) => (body as ErrorBody).message;
const newCode = () => `RODEO-${newId().slice(-8)}`.toUpperCase();

const terms = (overrides: Partial<NewPromo> = {}) => ({
  title: 'Rodeo week',
  badge: 'Rodeo',
  description: 'Off rides.',
  percent: 10,
  amountCents: null,
  validFrom: null,
  validUntil: null,
  weekdays: [0, 4, 5, 6],
  minimumFareCents: 0,
  minimumHours: null,
  firstRideOnly: false,
  perRider: null,
  totalCap: null,
  ...overrides,
});

const add = async (overrides: Partial<NewPromo> = {}): Promise<StaffPromo> =>
  staffPromoSchema.parse((await (await admin()).post(PATH, { ...terms(overrides), code: newCode() })).body);

const hold = (promoId: string, rideId = newId()) =>
  holdPromo({
    promoId,
    rideId,
    riderId: newId(),
    phones: [],
    until: new Date(Date.now() + 60_000),
  });

const validate = (code: string) => visitor().post('/api/validate-promo-code', { code, fareAmount: 100 });

test('a new promo code is listed with its terms, and lowers a fare at once', async () => {
  const promo = await add();

  const listed = await (await admin()).get(PATH);
  const valid = await validate(promo.code.toLowerCase());

  expect(listed.body).toContainEqual(promo);
  expect(promo).toMatchObject({ ...terms(), uses: 0, holds: 0, version: 1 });
  expect(valid.body).toMatchObject({ code: promo.code, discountAmount: 10 });
});

test('editing a promo while a ride holds it keeps that ride’s use, and applies the new terms to the next', async () => {
  const promo = await add({ totalCap: 2 });
  const rideId = newId();
  expect(await hold(promo.id, rideId)).toBeNull();
  const client = await admin();

  const changed = await client.patch(`${PATH}/${promo.id}`, {
    ...terms({ percent: 5, totalCap: 1, validUntil: TODAY }),
    version: 1,
  });

  expect(changed.body).toMatchObject({ percent: 5, totalCap: 1, uses: 1, holds: 1, version: 2 });
  expect(await hold(promo.id)).toBe('This promo code has been used up');
  expect(await capturePromo({ promoId: promo.id, rideId }, null)).toBe('captured');
  expect(await findPromoDifferences()).toEqual([]);
});

test('a cap that is lowered during concurrent holds is never exceeded', async () => {
  const promo = await add({ totalCap: 10 });
  const client = await admin();

  const [reply] = await Promise.all([
    client.patch(`${PATH}/${promo.id}`, { ...terms({ totalCap: 3 }), version: 1 }),
    ...Array.from({ length: 10 }, () => hold(promo.id)),
  ]);

  const { uses, totalCap } = await PromoModel.findById(promo.id).orFail();
  expect(uses).toBe(reply.status === 200 ? 3 : 10);
  expect(totalCap).toBe(reply.status === 200 ? 3 : 10);
  expect(await findPromoDifferences()).toEqual([]);
});

test('a cap below the current uses is refused with an error on its field', async () => {
  const promo = await add();
  await hold(promo.id);
  await hold(promo.id);

  const { status, body } = await (await admin()).patch(`${PATH}/${promo.id}`, {
    ...terms({ totalCap: 1 }),
    version: 1,
  });

  expect([status, (body as ErrorBody).issues]).toEqual([
    400,
    [{ path: 'totalCap', message: 'It has been used 2 times already.' }],
  ]);
});

test('of two admins who edit a code concurrently, one is refused with the name of the other', async () => {
  const promo = await add();
  const people = [await buildAdmin({ name: 'Ada' }), await buildAdmin({ name: 'Ben' })];

  const replies = await Promise.all(
    people.map((person) =>
      as(person).patch(`${PATH}/${promo.id}`, { ...terms(), title: person.name, version: 1 }),
    ),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = replies[0]?.status === 200 ? 'Ada' : 'Ben';
  const lost = replies.find(({ status }) => status === 409);
  expect(lost && messageOf(lost)).toBe(`${first} changed this code a moment ago. The list is up to date.`);
});

test('of two admins who add the same code concurrently, in different case, one succeeds', async () => {
  const code = newCode();
  const clients = [await admin(), await admin()];

  const replies = await Promise.all([
    clients[0]?.post(PATH, { ...terms(), code }),
    clients[1]?.post(PATH, { ...terms(), code: code.toLowerCase() }),
  ]);

  expect(replies.map((reply) => reply?.status).toSorted()).toEqual([201, 409]);
  const lost = replies.find((reply) => reply?.status === 409);
  expect(lost?.body).toMatchObject({ issues: [{ path: 'code' }] });
});

test('a code that is ended today is valid until the day is over, even if it was stored without a version', async () => {
  const { id, code } = await buildPromo();
  await PromoModel.collection.updateOne({ code }, { $unset: { version: 1 } });
  const client = await admin();

  const ended = await client.post(`${PATH}/${id}/end`, { version: 1 });

  expect(ended.body).toMatchObject({ validUntil: TODAY, version: 2 });
  expect((await validate(code)).status).toBe(200);
  await PromoModel.updateOne({ code }, { validUntil: addDays(TODAY, -1) });
  const again = await client.post(`${PATH}/${id}/end`, { version: 2 });
  expect(messageOf(again)).toBe('This code has already ended.');
});

test.each([
  ['neither a percentage nor an amount', { percent: null }, 'percent'],
  ['both', { amountCents: 500 }, 'percent'],
  ['more than all of it', { percent: 101 }, 'percent'],
  ['half a percent', { percent: 2.5 }, 'percent'],
  ['a last day before its first', { validFrom: addDays(TODAY, 2), validUntil: TODAY }, 'validUntil'],
  ['a last day that has passed', { validUntil: addDays(TODAY, -1) }, 'validUntil'],
  ['no weekday', { weekdays: [] }, 'weekdays'],
  ['no title', { title: ' ' }, 'title'],
  ['a negative fare', { minimumFareCents: -1 }, 'minimumFareCents'],
  ['no use for each rider', { perRider: 0 }, 'perRider'],
  ['a code of two letters', { code: 'AB' }, 'code'],
])('a promo code with %s is refused', async (_what, overrides, path) => {
  const { status, body } = await (await admin()).post(PATH, { ...terms(), code: newCode(), ...overrides });

  expect([status, (body as ErrorBody).issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
});

test('changes to promo codes are in the audit log, with the values before and after and without the code', async () => {
  const promo = await add();
  const client = await admin();
  await client.patch(`${PATH}/${promo.id}`, { ...terms({ percent: 20 }), version: 1 });
  await client.post(`${PATH}/${promo.id}/end`, { version: 2 });

  const lines = await AuditModel.find({ 'subject.id': promo.id }).sort({ at: 1 }).lean();

  expect(lines.map(({ action, before, after }) => [action, before?.percent, after?.percent])).toEqual([
    ['promo added', undefined, 10],
    ['promo changed', 10, 20],
    ['promo ended', undefined, undefined],
  ]);
  expect(JSON.stringify(lines)).not.toContain(promo.code);
});
