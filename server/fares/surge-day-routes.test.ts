import { expect, test } from 'vitest';
import { configSchema } from '#common/config/config-api.ts';
import type { ErrorBody } from '#common/errors.ts';
import { type NewSurgeEvent, type SurgeEvent, surgeEventSchema } from '#common/fares/surge-days-api.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRequest, comingDay } from '../testing/build-ride.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply } from '../testing/test-client.ts';
import { annualEvents } from './annual-events.ts';
import { seedSurgeCalendar, upcomingSurgeDays } from './surge-calendar.ts';
import { SurgeEventModel } from './surge-event-model.ts';

setUpTestApp();

const PATH = '/api/ops/surge-events';
const TODAY = dateInVegas(new Date());
const WEDNESDAY = comingDay(3);
const codeOf = ({ status, body }: Reply) => [status, (body as ErrorBody).code];
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

test('an event counts for the next quote, and not for the ride requested before it', async () => {
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

test('the highest of several events counts for each day', async () => {
  const from = addDays(WEDNESDAY, 28);
  await add(fight({ firstDay: from, lastDay: addDays(from, 2), name: 'A long fight' }));
  await add(fight({ firstDay: addDays(from, 1), lastDay: addDays(from, 1), tier: 'special-event' }));

  const days = (await upcomingSurgeDays()).filter(({ date }) => date >= from && date <= addDays(from, 2));

  expect(days.map(({ date, tier }) => `${date} ${tier}`)).toEqual(
    expect.arrayContaining([
      `${from} fight-night`,
      `${addDays(from, 1)} fight-night`,
      `${addDays(from, 1)} special-event`,
      `${addDays(from, 2)} fight-night`,
    ]),
  );
});

test('the calendar lists the events that touch the range, and the rides booked on its days', async () => {
  const from = addDays(WEDNESDAY, 56);
  const event = await add(fight({ firstDay: from, lastDay: addDays(from, 3) }));
  const client = await admin();

  const touching = await client.get(`${PATH}?from=${addDays(from, 3)}&to=${addDays(from, 20)}`);
  const past = await client.get(`${PATH}?from=${addDays(from, 4)}&to=${addDays(from, 20)}`);

  expect(touching.body).toEqual({ events: [event], rides: [] });
  expect(past.body).toEqual({ events: [], rides: [] });
  expect(codeOf(await client.get(`${PATH}?from=${from}&to=2099-01-01`))).toEqual([400, 'INVALID_REQUEST']);
});

test('of two admins who change an event at once the second is told who was first', async () => {
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

test('of two admins who add the same event at once one does', async () => {
  const event = fight();
  const clients = [await admin(), await admin()];

  const replies = await Promise.all(clients.map((client) => client.post(PATH, event)));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await SurgeEventModel.countDocuments({ name: event.name })).toBe(1);
});

test('a future event is deleted whole, and the second admin gets a conflict', async () => {
  const event = await add();
  const client = await admin();

  const reply = await client.post(`${PATH}/${event.id}/end`, { version: 1 });

  expect([reply.status, reply.body]).toEqual([200, { event: null }]);
  expect((await upcomingSurgeDays()).map(({ name }) => name)).not.toContain(event.name);
  const again = await client.post(`${PATH}/${event.id}/end`, { version: 1 });
  expect(codeOf(again)).toEqual([409, 'EDIT_CONFLICT']);
  expect(messageOf(again)).toContain('took out this event a moment ago');
  // The name and day of the removed event are free again.
  expect((await client.post(PATH, fight({ name: event.name }))).status).toBe(201);
});

test('an event that has begun ends today; its days so far stay as they were', async () => {
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

test('an event that is over stays as it is', async () => {
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
])('an event with %s is refused', async (_what, overrides, path) => {
  const { status, body } = await (await admin()).post(PATH, { ...fight(), ...overrides });

  expect(status).toBe(400);
  expect((body as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
});

test('what admins do to the calendar is in the audit log, with before and after', async () => {
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

test('an annual event that was taken out is not seeded again', async () => {
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

test('days that are none are refused, as a range and as an event', async () => {
  const client = await admin();

  const replies = [
    await client.get(`${PATH}?from=a&to=b`),
    await client.post(PATH, fight({ firstDay: '2026-13-45', lastDay: '2026-13-46' })),
  ];

  expect(replies.map(codeOf)).toEqual([
    [400, 'INVALID_REQUEST'],
    [400, 'INVALID_REQUEST'],
  ]);
});
