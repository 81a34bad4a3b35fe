import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { listRates } from '#common/fares/rates-api.ts';
import { formatDate } from '#common/format-date-time.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD, toInstant } from '#common/time.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRates, draftRatesAs, scheduleRatesAs } from '../testing/build-rates.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, type Reply } from '../testing/test-client.ts';
import { travelTo } from '../testing/travel-to.ts';
import { RatesModel } from './rates-model.ts';

setUpTestApp();

const PATH = '/api/ops/rates';
const TODAY = dateInVegas(new Date());
const TOMORROW = addDays(TODAY, 1);
const messageOf = ({ body }: Reply) => (body as ErrorBody).message;
const catalogue = async () => (await visitor().get('/api/catalogue')).body;
const list = async (admin: Awaited<ReturnType<typeof buildAdmin>>) =>
  listRates.reply.parse((await as(admin).get(PATH)).body);

beforeEach(async () => {
  await RatesModel.deleteMany({});
});

test('an installation without its own rates uses the seeded rates', async () => {
  expect(await catalogue()).toEqual({ current: SEEDED_RATES, next: [] });
});

test('draft rates have no effect; once scheduled they are published to sockets and take effect on their day', async () => {
  const admin = await buildAdmin();
  const phone = await connectSocket(await buildRider());
  const { id, version } = await draftRatesAs(admin);
  expect(await catalogue()).toEqual({ current: SEEDED_RATES, next: [] });

  await as(admin).post(`${PATH}/${id}/schedule`, { version });

  await phone.next('catalogue:changed');
  const { current, next } = Object(await catalogue());
  expect([current.id, next]).toEqual(['seeded', [{ id, ...buildRates() }]]);
  travelTo(toInstant(TOMORROW, '00:00')?.getTime() ?? 0);
  expect(await catalogue()).toEqual({
    current: { id, ...buildRates({ effectiveFrom: TOMORROW }) },
    next: [],
  });
});

test('scheduled rates can be changed before their day, are published again, and take effect as changed', async () => {
  const admin = await buildAdmin();
  const { id, version } = await scheduleRatesAs(admin);
  const phone = await connectSocket(await buildRider());
  const changed = buildRates({
    effectiveFrom: addDays(TODAY, 2),
    fees: { ...SEEDED_RATES.fees, airportCents: 1_200 },
  });

  const reply = await as(admin).patch(`${PATH}/${id}`, { ...changed, version });

  expect([reply.status, reply.body]).toMatchObject([200, { state: 'scheduled', ...changed }]);
  await phone.next('catalogue:changed');
  expect(Object(await catalogue()).next).toEqual([{ id, ...changed }]);
  travelTo(toInstant(TOMORROW, '12:00')?.getTime() ?? 0);
  expect(Object(await catalogue()).current.id).toBe('seeded');
  travelTo(toInstant(changed.effectiveFrom, '00:00')?.getTime() ?? 0);
  expect(await catalogue()).toEqual({ current: { id, ...changed }, next: [] });
});

test('of two concurrent changes to rates, one is refused with the name of the other admin and the time', async () => {
  const [ada, ben] = [await buildAdmin({ name: 'Ada' }), await buildAdmin({ name: 'Ben' })];
  const { id, version } = await draftRatesAs(ada);
  const change = (airportCents: number) => ({
    ...buildRates({ fees: { ...SEEDED_RATES.fees, airportCents } }),
    version,
  });

  const replies = await Promise.all([
    as(ada).patch(`${PATH}/${id}`, change(1_100)),
    as(ben).patch(`${PATH}/${id}`, change(1_200)),
  ]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lost = replies.find(({ status }) => status === 409);
  const first = lost === replies[0] ? 'Ben' : 'Ada';
  expect(lost?.body).toMatchObject({
    code: 'EDIT_CONFLICT',
    message: expect.stringMatching(
      new RegExp(
        `^${first} changed these rates at \\d+:\\d\\d [AP]M P[SD]T\\. Please look at the rates again\\.$`,
      ),
    ),
  });
  expect((await list(ada)).draft?.fees.airportCents).toBe(first === 'Ada' ? 1_100 : 1_200);
});

test('there can be only one draft of the rates, and only one scheduled version per day', async () => {
  const [ada, ben] = [await buildAdmin({ name: 'Ada' }), await buildAdmin({ name: 'Ben' })];

  const drafts = await Promise.all([ada, ben].map((admin) => as(admin).post(PATH, buildRates())));
  expect(drafts.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const [{ id, version }] = [Object((await list(ada)).draft)];
  await as(ada).post(`${PATH}/${id}/schedule`, { version });
  const second = await draftRatesAs(ben);
  const refused = await as(ben).post(`${PATH}/${second.id}/schedule`, { version: second.version });

  expect(codeIn(refused)).toEqual([409, 'EDIT_CONFLICT']);
  expect(messageOf(refused)).toMatch(/^Ada, at .*, scheduled rates for that day first\./);
});

test.each([
  ['a day that has begun', TODAY, 'Rates take effect at midnight. Please choose tomorrow or a later day.'],
  ['yesterday', addDays(TODAY, -1), 'Rates take effect at midnight. Please choose tomorrow or a later day.'],
  ['a year that was mistyped', addDays(TODAY, MAX_DAYS_AHEAD + 1), 'Please choose a day within a year.'],
])('rates cannot be scheduled for %s', async (_what, effectiveFrom, message) => {
  const admin = await buildAdmin();
  const { id, version } = await draftRatesAs(admin, { effectiveFrom });

  const reply = await as(admin).post(`${PATH}/${id}/schedule`, { version });

  expect([reply.status, messageOf(reply)]).toEqual([400, message]);
});

const { 'hummer-18': _hummer, ...withoutHummer } = SEEDED_RATES.vehicles;
const sedanAt = (hourlyCents: number) => ({
  vehicles: { ...SEEDED_RATES.vehicles, 'lux-sedan': { hourlyCents, p2pCents: 4_500 } },
});

test.each([
  ['a negative fee', { fees: { ...SEEDED_RATES.fees, techCents: -1 } }, 'fees.techCents'],
  ['an absurd fee', { fees: { ...SEEDED_RATES.fees, airportCents: 100_000 } }, 'fees.airportCents'],
  [
    'a tax of more than a quarter',
    { fees: { ...SEEDED_RATES.fees, ntaTaxPercent: 30 } },
    'fees.ntaTaxPercent',
  ],
  ['a fraction of a cent', sedanAt(5_500.5), 'vehicles.lux-sedan.hourlyCents'],
  ['a vehicle for nothing', sedanAt(0), 'vehicles.lux-sedan.hourlyCents'],
  ['a gap where a vehicle should be', { vehicles: withoutHummer }, 'vehicles.hummer-18'],
  ['a day that is none', { effectiveFrom: '2027-02-30' }, 'effectiveFrom'],
])('rates with %s are refused', async (_what, overrides, path) => {
  const { status, body } = await as(await buildAdmin()).post(PATH, { ...buildRates(), ...overrides });

  expect(status).toBe(400);
  expect((body as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
});

test('rates that change a fare by more than half need confirmation, in a draft and once scheduled', async () => {
  const admin = await buildAdmin();
  const tenfold = buildRates(sedanAt(55_000));
  const { id, version } = await draftRatesAs(admin, tenfold);
  const schedule = (body: object) => as(admin).post(`${PATH}/${id}/schedule`, body);

  const asked = await schedule({ version });
  expect(codeIn(asked)).toEqual([409, 'LARGE_CHANGE']);
  expect(messageOf(asked)).toBe('A Lux Sedan for 3 hours would go from $233.58 to $2,038.45.');
  expect((await schedule({ version, confirmLargeChange: true })).status).toBe(200);

  const change = (body: object) => as(admin).patch(`${PATH}/${id}`, { ...tenfold, version: 2, ...body });
  expect(codeIn(await change({}))).toEqual([409, 'LARGE_CHANGE']);
  expect((await change({ ...sedanAt(6_000) })).body).toMatchObject({ version: 3, state: 'scheduled' });
});

test('a fare change is measured against the preceding version, not the version in effect', async () => {
  const admin = await buildAdmin();
  await scheduleRatesAs(admin, sedanAt(11_000));
  const later = await draftRatesAs(admin, { ...sedanAt(15_000), effectiveFrom: addDays(TODAY, 9) });

  const reply = await as(admin).post(`${PATH}/${later.id}/schedule`, { version: later.version });

  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
});

test('rates that make a fare jump by more than half at the version after them need confirmation', async () => {
  const admin = await buildAdmin();
  await scheduleRatesAs(admin, { ...sedanAt(15_000), effectiveFrom: addDays(TODAY, 9) });
  const between = await draftRatesAs(admin, sedanAt(8_000));
  const schedule = (body: object) =>
    as(admin).post(`${PATH}/${between.id}/schedule`, { version: between.version, ...body });

  const asked = await schedule({});

  expect(codeIn(asked)).toEqual([409, 'LARGE_CHANGE']);
  const day = formatDate(addDays(TODAY, 9), new Date());
  expect(messageOf(asked)).toBe(`On ${day}, a Lux Sedan for 3 hours would go from $324.74 to $579.97.`);
  expect((await schedule({ confirmLargeChange: true })).status).toBe(200);
});

test.each([
  ['withdrawing', 'drop', {}],
  ['moving', '', { ...buildRates(), ...sedanAt(11_000), effectiveFrom: addDays(TODAY, 30) }],
])(
  '%s rates between two others needs confirmation if a fare then jumps by more than half',
  async (_what, act, terms) => {
    const admin = await buildAdmin();
    const { id, version } = await scheduleRatesAs(admin, sedanAt(8_000));
    await scheduleRatesAs(admin, { ...sedanAt(11_000), effectiveFrom: addDays(TODAY, 9) });
    const send = (body: object) =>
      act
        ? as(admin).post(`${PATH}/${id}/${act}`, { version, ...terms, ...body })
        : as(admin).patch(`${PATH}/${id}`, { version, ...terms, ...body });

    const asked = await send({});

    expect(codeIn(asked)).toEqual([409, 'LARGE_CHANGE']);
    const day = formatDate(addDays(TODAY, 9), new Date());
    expect(messageOf(asked)).toBe(`On ${day}, a Lux Sedan for 3 hours would go from $233.58 to $434.12.`);
    expect((await send({ confirmLargeChange: true })).status).toBeLessThan(300);
  },
);

test('withdrawing rates does not ask about a change that they neither make nor unmake', async () => {
  const admin = await buildAdmin();
  const { id, version } = await scheduleRatesAs(admin, sedanAt(55_000));
  await scheduleRatesAs(admin, { ...sedanAt(6_000), effectiveFrom: addDays(TODAY, 9) });

  expect((await as(admin).post(`${PATH}/${id}/drop`, { version })).status).toBe(204);
});

test('withdrawn rates can no longer be changed, and their day is free again', async () => {
  const [ada, ben] = [await buildAdmin({ name: 'Ada' }), await buildAdmin({ name: 'Ben' })];
  const scheduled = await scheduleRatesAs(ada);
  const drop = () => as(ben).post(`${PATH}/${scheduled.id}/drop`, { version: scheduled.version });

  expect((await drop()).status).toBe(204);

  expect(await catalogue()).toEqual({ current: SEEDED_RATES, next: [] });
  const late = await as(ada).patch(`${PATH}/${scheduled.id}`, {
    ...buildRates(),
    version: scheduled.version,
  });
  expect(codeIn(late)).toEqual([409, 'EDIT_CONFLICT']);
  expect(messageOf(late)).toMatch(/^Ben took back these rates at /);
  // The day of the dropped rates is free again.
  await scheduleRatesAs(ada);
});

test('rates in effect can be neither changed nor withdrawn', async () => {
  const admin = await buildAdmin();
  const { id, version } = await scheduleRatesAs(admin);
  await RatesModel.updateOne({ _id: id }, { effectiveFrom: TODAY });

  const replies = [
    await as(admin).patch(`${PATH}/${id}`, { ...buildRates(), version }),
    await as(admin).post(`${PATH}/${id}/drop`, { version }),
  ];

  expect(replies.map(codeIn)).toEqual(Array(2).fill([409, 'EDIT_CONFLICT']));
  expect(messageOf(Object(replies[0]))).toMatch(/^These rates have taken effect and stay as they are\./);
});

test('the list of rates is paged, with the latest first and the seeded last', async () => {
  const admin = await buildAdmin();
  const days = [1, 2, 3].map((ahead) => addDays(TODAY, ahead));
  for (const effectiveFrom of days) await scheduleRatesAs(admin, { effectiveFrom });

  const first = listRates.reply.parse((await as(admin).get(`${PATH}?limit=2`)).body);
  const rest = listRates.reply.parse((await as(admin).get(`${PATH}?limit=2&after=${first.next}`)).body);

  const listed = [...first.versions, ...rest.versions].map(({ effectiveFrom }) => effectiveFrom);
  expect(listed).toEqual([...days.toReversed(), SEEDED_RATES.effectiveFrom]);
  expect(rest.next).toBeNull();
});

test('changes to rates are audited with the values before and after', async () => {
  const admin = await buildAdmin();
  const { id } = await scheduleRatesAs(admin, { ...sedanAt(6_500), fees: SEEDED_RATES.fees });
  await as(admin).post(`${PATH}/${id}/drop`, { version: 2 });

  const lines = await AuditModel.find({ 'subject.id': id }).sort({ at: 1 }).lean();

  const before = { effectiveFrom: null, 'Lux Sedan, by the hourCents': 5_500 };
  const after = { effectiveFrom: TOMORROW, 'Lux Sedan, by the hourCents': 6_500 };
  expect(lines.map((line) => [line.action, line.before, line.after])).toEqual([
    ['rates drafted', before, after],
    ['rates scheduled', before, after],
    ['scheduled rates withdrawn', after, null],
  ]);
});
