import { expect, test } from 'vitest';
import { configSchema } from '#common/config/config-api.ts';
import type { ErrorBody } from '#common/errors.ts';
import { type NewSurgeEvent, type SurgeEvent, surgeEventSchema } from '#common/fares/surge-days-api.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRequest, buildRide, comingDay } from '../testing/build-ride.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, type Reply } from '../testing/test-client.ts';
import { annualEvents } from './annual-events.ts';
import { seedSurgeCalendar, surgeTierOn, upcomingSurgeDays } from './surge-calendar.ts';
import { SurgeEventModel } from './surge-event-model.ts';

setUpTestApp();

const PATH = '/api/ops/surge-events';
const TODAY = dateInVegas(new Date());
const WEDNESDAY = comingDay(3);
const messageOf = ({ body }: Reply) => (body as ErrorBody).message;
const admin = () => buildAdmin().then(as);

const fight = (overrides: Partial<NewSurgeEvent> = {}): NewSurgeEvent => ({
  name: `Fight ${newId()}`,
  tier: 'fight-night',
  firstDay: WEDNESDAY,
  lastDay: WEDNESDAY,
  ...overrides,
});

const add = async (event: object = fight()): Promise<SurgeEvent> =>
  surgeEventSchema.parse((await (await admin()).post(PATH, event)).body);

/** Creates an event that began before today, which the API does not allow. */
const addBegun = async (lastDay: string) => {
  const doc = await SurgeEventModel.create(fight({ firstDay: addDays(TODAY, -3), lastDay }));
  return { ...fight({ firstDay: doc.firstDay, lastDay, name: doc.name }), id: doc.id, version: 1 };
};

test('a new surge event affects the next booking, but not a ride requested before it', async () => {
  const rider = await buildRider();
  const day = comingDay(2);
  const book = async () => {
    const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id, scheduledDate: day }));
    return requestedRideSchema.parse(reply.body).ride;
  };
  const before = await book();

  const event = await add(fight({ firstDay: day, lastDay: day }));

  const after = await book();
  expect([before.surgePricing, after.surgePricing]).toEqual(['standard', 'fight-night']);
  expect(after.fare.baseCents).toBe(before.fare.baseCents * 1.25);
  const { surgeCalendar } = configSchema.parse((await visitor().get('/api/config')).body);
  expect(surgeCalendar).toContainEqual({ date: day, tier: 'fight-night', name: event.name });
  const kept = await as(rider).get(`/api/rides/${before.id}`);
  expect(kept.body).toMatchObject({ surgePricing: 'standard', estimatedFare: before.estimatedFare });
});

test('overlapping surge events are each listed on every day they cover, and the highest rate applies', async () => {
  const first = addDays(WEDNESDAY, 28);
  const [second, third] = [addDays(first, 1), addDays(first, 2)];
  // The event with the highest rate begins last on the second day, and first on the third.
  await add(fight({ firstDay: first, lastDay: second }));
  await add(fight({ firstDay: second, lastDay: third, tier: 'special-event' }));
  await add(fight({ firstDay: third, lastDay: third }));

  const days = (await upcomingSurgeDays()).filter(({ date }) => date >= first && date <= third);

  expect(days.map(({ date, tier }) => `${date} ${tier}`).toSorted()).toEqual([
    `${first} fight-night`,
    `${second} fight-night`,
    `${second} special-event`,
    `${third} fight-night`,
    `${third} special-event`,
  ]);
  expect(await Promise.all([first, second, third].map(surgeTierOn))).toEqual([
    'fight-night',
    'special-event',
    'special-event',
  ]);
});

test('the surge calendar lists the events and counts the booked rides of a range, and refuses one that is too long', async () => {
  const from = addDays(WEDNESDAY, 56);
  const event = await add(fight({ firstDay: from, lastDay: addDays(from, 3) }));
  const buildOn = (scheduledDate: string, overrides: Parameters<typeof buildRide>[0] = {}) =>
    buildRide({ scheduledDate, scheduledAt: toInstant(scheduledDate, '23:30') ?? new Date(), ...overrides });
  await buildOn(addDays(from, 2));
  await buildOn(addDays(from, 3));
  await buildOn(addDays(from, 3), { status: 'accepted' });
  await buildOn(addDays(from, 3), { status: 'cancelled' });
  await buildOn(addDays(from, 3), { paymentStatus: 'pending' });
  await buildOn(addDays(from, 20));
  await buildOn(addDays(from, 21));
  const client = await admin();

  const touching = await client.get(`${PATH}?from=${addDays(from, 3)}&to=${addDays(from, 20)}`);
  const past = await client.get(`${PATH}?from=${addDays(from, 4)}&to=${addDays(from, 20)}`);

  const onLastDay = { date: addDays(from, 20), count: 1 };
  expect(touching.body).toEqual({
    events: [event],
    rides: [{ date: addDays(from, 3), count: 2 }, onLastDay],
  });
  expect(past.body).toEqual({ events: [], rides: [onLastDay] });
  expect(codeIn(await client.get(`${PATH}?from=${from}&to=2099-01-01`))).toEqual([400, 'INVALID_REQUEST']);
});

test('of two concurrent changes to a surge event, one is refused with the name of the other admin', async () => {
  const event = await add();
  const [ada, ben] = [await buildAdmin({ name: 'Ada' }), await buildAdmin({ name: 'Ben' })];
  const change = (name: string) => ({ ...fight(), name, version: event.version });

  const replies = await Promise.all([
    as(ada).patch(`${PATH}/${event.id}`, change('By Ada')),
    as(ben).patch(`${PATH}/${event.id}`, change('By Ben')),
  ]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lost = replies.find(({ status }) => status === 409);
  const first = lost === replies[0] ? 'Ben' : 'Ada';
  expect(lost?.body).toMatchObject({
    code: 'EDIT_CONFLICT',
    message: `${first} changed this event a moment ago. The calendar is up to date.`,
  });
  expect(await SurgeEventModel.findById(event.id)).toMatchObject({ name: `By ${first}`, version: 2 });
});

test('when two admins add the same surge event concurrently, it is added once', async () => {
  const event = fight();
  const clients = [await admin(), await admin()];

  const replies = await Promise.all(clients.map((client) => client.post(PATH, event)));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await SurgeEventModel.countDocuments({ name: event.name })).toBe(1);
});

test('a future surge event is removed entirely, and removing it again is a conflict', async () => {
  const event = await add();
  const client = await admin();

  const reply = await client.post(`${PATH}/${event.id}/end`, { version: 1 });

  expect([reply.status, reply.body]).toEqual([200, { event: null }]);
  expect((await upcomingSurgeDays()).map(({ name }) => name)).not.toContain(event.name);
  const again = await client.post(`${PATH}/${event.id}/end`, { version: 1 });
  expect(codeIn(again)).toEqual([409, 'EDIT_CONFLICT']);
  expect(messageOf(again)).toContain('took out this event a moment ago');
  // The name and day of the removed event are free again.
  expect((await client.post(PATH, fight({ name: event.name }))).status).toBe(201);
});

test('a surge event that has begun can be ended today, but its first day and rate cannot change', async () => {
  const begun = await addBegun(addDays(TODAY, 5));
  const client = await admin();
  const change = (patch: object) => client.patch(`${PATH}/${begun.id}`, { ...begun, ...patch });

  const refusals = [
    await change({ firstDay: addDays(TODAY, -2) }),
    await change({ tier: 'special-event' }),
    await change({ lastDay: addDays(TODAY, -1) }),
  ];
  const ended = await client.post(`${PATH}/${begun.id}/end`, { version: 1 });

  expect(refusals.map(messageOf)).toEqual([
    'This event has begun. Its first day stays.',
    'This event has begun. Its rate stays.',
    'That day has passed.',
  ]);
  expect(ended.body).toMatchObject({ event: { lastDay: TODAY, firstDay: begun.firstDay, version: 2 } });
});

test('a surge event that is over can be neither changed nor ended', async () => {
  const over = await addBegun(addDays(TODAY, -1));
  const client = await admin();

  const replies = [
    await client.patch(`${PATH}/${over.id}`, { ...over, lastDay: TODAY }),
    await client.post(`${PATH}/${over.id}/end`, { version: 1 }),
  ];

  expect(replies.map(messageOf)).toEqual(Array(2).fill('This event is over. Its days stay as they are.'));
});

test.each([
  ['yesterday', { firstDay: addDays(TODAY, -1) }, 'firstDay'],
  ['a day that is none', { firstDay: '2027-02-30', lastDay: '2027-03-01' }, 'firstDay'],
  ['an end before its beginning', { lastDay: addDays(WEDNESDAY, -1) }, 'lastDay'],
  ['32 days', { lastDay: addDays(WEDNESDAY, 31) }, 'lastDay'],
  ['no name', { name: '  ' }, 'name'],
  ['a rate the specification has not got', { tier: 'standard' }, 'tier'],
])('a surge event with %s is refused', async (_what, overrides, path) => {
  const { status, body } = await (await admin()).post(PATH, { ...fight(), ...overrides });

  expect(status).toBe(400);
  expect((body as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
});

test('changes to the surge calendar are audited with the values before and after', async () => {
  const event = await add();
  const client = await admin();
  await client.patch(`${PATH}/${event.id}`, { ...event, tier: 'special-event' });
  await client.post(`${PATH}/${event.id}/end`, { version: 2 });

  const lines = await AuditModel.find({ 'subject.id': event.id }).sort({ at: 1 }).lean();

  expect(lines.map(({ action, before, after }) => [action, before?.tier, after?.tier])).toEqual([
    ['surge event added', undefined, 'fight-night'],
    ['surge event changed', 'fight-night', 'special-event'],
    ['surge event removed', 'special-event', undefined],
  ]);
});

test('an annual surge event that was removed is not seeded again', async () => {
  await seedSurgeCalendar();
  const year = Number(TODAY.slice(0, 4)) + 1;
  const event = await SurgeEventModel.findOne({ seededAs: `CES ${year}` });
  await (await admin()).post(`${PATH}/${event?.id}/end`, { version: 1 });

  await seedSurgeCalendar();

  expect(await SurgeEventModel.countDocuments({ seededAs: { $exists: true } })).toBe(
    annualEvents(year).length * 2,
  );
  expect(
    await SurgeEventModel.countDocuments({ name: 'CES', firstDay: event?.firstDay, isRemoved: false }),
  ).toBe(0);
});

test('an annual event that an admin added by hand is not seeded as well, nor after they removed it', async () => {
  await SurgeEventModel.deleteMany({});
  const year = Number(TODAY.slice(0, 4)) + 1;
  const annual = annualEvents(year);
  const added = await add(annual[0]);

  await seedSurgeCalendar();

  const coming = await SurgeEventModel.find({ firstDay: { $gte: `${year}-01-01` } });
  expect(coming.map(({ name }) => name).toSorted()).toEqual(annual.map(({ name }) => name).toSorted());
  expect(await SurgeEventModel.find({ name: added.name, firstDay: added.firstDay })).toMatchObject([
    { id: added.id, version: 1, isRemoved: false },
  ]);

  await (await admin()).post(`${PATH}/${added.id}/end`, { version: 1 });
  await seedSurgeCalendar();
  const same = { name: added.name, firstDay: added.firstDay };
  expect(await SurgeEventModel.find(same)).toMatchObject([{ id: added.id, isRemoved: true }]);
});

test('invalid dates are refused in a range and in a surge event', async () => {
  const client = await admin();

  const replies = [
    await client.get(`${PATH}?from=a&to=b`),
    await client.post(PATH, fight({ firstDay: '2026-13-45', lastDay: '2026-13-46' })),
  ];

  expect(replies.map(codeIn)).toEqual([
    [400, 'INVALID_REQUEST'],
    [400, 'INVALID_REQUEST'],
  ]);
});
