// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { SurgeEvent } from '#common/fares/surge-days-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { SurgeCalendarScreen } from './surge-calendar-screen.tsx';

const RODEO: SurgeEvent = {
  id: 'a'.repeat(24),
  name: 'National Finals Rodeo',
  tier: 'special-event',
  firstDay: '2026-12-03',
  lastDay: '2026-12-12',
  version: 3,
};
const FIGHT: SurgeEvent = {
  ...RODEO,
  id: 'b'.repeat(24),
  name: 'December title fight',
  tier: 'fight-night',
  firstDay: '2026-12-05',
  lastDay: '2026-12-05',
};
const CES: SurgeEvent = {
  ...RODEO,
  id: 'c'.repeat(24),
  name: 'CES',
  firstDay: '2027-01-05',
  lastDay: '2027-01-08',
};

const EVENTS = '/api/ops/surge-events';
const MONTH = `GET ${EVENTS}?from=2026-11-29&to=2027-01-02`;
const UPCOMING = `GET ${EVENTS}?from=2026-11-20&to=2027-11-20`;
const CALENDAR = { events: [RODEO, FIGHT], rides: [{ date: '2026-12-05', count: 6 }] };

/** Renders December, with Friday, November 20, 2026 as today. */
async function open(replies: ApiReplies = {}, calendar: object = CALENDAR) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:12:00Z') });
  const calls = await answerApi({ [MONTH]: [200, calendar], [UPCOMING]: [200, calendar], ...replies });
  render(
    <MemoryRouter initialEntries={['/ops/pricing/calendar?month=2026-12']}>
      <SurgeCalendarScreen />
    </MemoryRouter>,
  );
  return { calls, user: userEvent.setup() };
}

const day = (name: RegExp) => screen.findByRole('button', { name });
const coming = () => within(screen.getByRole('region', { name: 'Coming up' }));

test('each day shows its rate, events and rides, and the lower of two events is marked as not used', async () => {
  await open();

  await day(/^Saturday, December 5, 2026, × 1.5, National Finals Rodeo, December title fight, 6 rides$/);
  await day(/^Sunday, December 13, 2026, × 1.25$/);
  await day(/^December title fight, Sat 5 Dec, × 1.25, not used on this day$/);
});

test('arrow keys move between days, also into another month, and Enter adds an event', async () => {
  const { calls, user } = await open({
    [`GET ${EVENTS}?from=2026-11-01&to=2026-12-05`]: [200, CALENDAR],
    [`POST ${EVENTS}`]: [201, { ...FIGHT, id: 'c'.repeat(24), name: 'Fight night' }],
  });
  (await day(/^Tuesday, December 1, 2026/)).focus();

  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible();
  expect(document.activeElement).toHaveAccessibleName(/^Monday, November 30, 2026/);
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.keyboard('Fight night');
  await user.click(screen.getByRole('radio', { name: 'Fight night × 1.25' }));
  expect(screen.getByText('$233.58')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add event' }));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Event added');
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Fight night',
    tier: 'fight-night',
    firstDay: '2026-11-30',
    lastDay: '2026-11-30',
  });
  expect(document.activeElement).toHaveAccessibleName(/^Monday, November 30, 2026/);
});

test('the form shows how an event changes the fare of its first day, given the rate of that day', async () => {
  const { user } = await open();
  await user.click(await day(/^Sunday, December 13, 2026, × 1.25$/));
  const effect = () => screen.getByText(/^A Lux Sedan for 3 hours|^Already/).textContent.trim();

  expect(effect()).toContain('goes from $283.72 to $333.86.');
  await user.click(screen.getByRole('radio', { name: 'Fight night × 1.25' }));
  expect(effect()).toBe('Already × 1.25 on this day; nothing changes.');
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-12-15' } });
  expect(effect()).toBe('Already × 1.25 on the first day; nothing changes on it.');
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-12-12' } });
  expect(effect()).toContain('Already × 1.5 on the first day');
});

test('another month that is opened while an event is saved is loaded after the reply', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const january = deferred<readonly [number, unknown]>();
  const { user } = await open({
    [`GET ${EVENTS}?from=2026-12-27&to=2027-02-06`]: () => january.promise,
    [`POST ${EVENTS}`]: () => reply.promise,
  });
  await user.click(await day(/^Sunday, December 13, 2026/));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Fight night' } });
  await user.click(screen.getByRole('button', { name: 'Add event' }));
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await screen.findByRole('heading', { name: 'January 2027' });

  reply.resolve([201, { ...FIGHT, id: 'd'.repeat(24), name: 'Fight night' }]);
  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Event added');
  january.resolve([200, { events: [CES], rides: [] }]);

  await day(/^Tuesday, January 5, 2027, × 1.5, CES$/);
  expect(await screen.findByText('Events that raise the rate')).toBeVisible();
});

test('a month being loaded shows known events, and says that it has none only once it is loaded', async () => {
  const slow = deferred<void>();
  const { user } = await open({
    [`GET ${EVENTS}?from=2026-12-27&to=2027-02-06`]: () =>
      slow.promise.then(() => [200, { events: [], rides: [] }] as const),
    [UPCOMING]: [200, { ...CALENDAR, events: [...CALENDAR.events, CES] }],
  });
  await day(/^Saturday, December 5, 2026/);

  await user.click(screen.getByRole('button', { name: 'Next month' }));

  expect(screen.getByRole('status')).toHaveTextContent('Loading the calendar...');
  expect(screen.getByRole('button', { name: /^Tuesday, January 5, 2027, × 1.5, CES$/ })).toBeVisible();
  expect(screen.queryByText('No events this month.')).toBeNull();
  slow.resolve();

  expect(await screen.findByText('No events this month.')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Events that raise the rate');
});

test('a missing event name is reported, its field gets the focus, and nothing is sent', async () => {
  const { calls, user } = await open();
  await user.click(await day(/^Tuesday, December 1, 2026/));

  await user.click(screen.getByRole('button', { name: 'Add event' }));

  expect(screen.getByText('Please name the event.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(calls.every(({ call }) => call.startsWith('GET'))).toBe(true);
});

test('an empty or half-typed first day does not break the event form', async () => {
  const { user } = await open();
  await user.click(await day(/^Tuesday, December 1, 2026/));
  const first = screen.getByLabelText('First day');

  fireEvent.change(first, { target: { value: '' } });
  expect(screen.getByText('$333.86')).toBeVisible();
  fireEvent.change(first, { target: { value: '0002-12-03' } });
  expect(screen.getByText('$333.86')).toBeVisible();
});

/** Opens the form of an event that someone else changes before it is saved. */
async function openChanged(newest: SurgeEvent | null) {
  const message = 'Ben changed this event a moment ago. The calendar is up to date.';
  let events = CALENDAR.events;
  const refuse = () => {
    events = newest ? [newest, FIGHT] : [FIGHT];
    return [409, { code: 'EDIT_CONFLICT', message }] as const;
  };
  const replies: ApiReplies = {
    [MONTH]: () => [200, { ...CALENDAR, events }],
    [UPCOMING]: () => [200, { ...CALENDAR, events }],
    [`PATCH ${EVENTS}/${RODEO.id}`]: refuse,
  };
  const { calls, user } = await open(replies);
  await user.click(await coming().findByRole('button', { name: /Rodeo/ }));
  return { calls, user, message };
}

test('an event that someone else added first is named beside the field and shown in the calendar', async () => {
  const message = 'National Finals Rodeo is in the calendar already.';
  const replies: ApiReplies = { [`POST ${EVENTS}`]: [409, { code: 'EDIT_CONFLICT', message }] };
  const { user } = await open(replies, { ...CALENDAR, events: [FIGHT] });
  await user.click(await day(/^Thursday, December 3, 2026/));
  const name = screen.getByLabelText('Name');
  fireEvent.change(name, { target: { value: 'National Finals Rodeo' } });
  await answerApi({ ...replies, [MONTH]: [200, CALENDAR], [UPCOMING]: [200, CALENDAR] });

  await user.click(screen.getByRole('button', { name: 'Add event' }));

  await expect.poll(() => name).toHaveAccessibleDescription(message);
  await day(/^Thursday, December 3, 2026, × 1.5, National Finals Rodeo/);
  expect(name).toHaveValue('National Finals Rodeo');
});

test('when someone else changed the event first, its form takes their fields and keeps those typed', async () => {
  const { calls, user, message } = await openChanged({ ...RODEO, name: 'Rodeo, by Ben', version: 4 });
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-12-13' } });

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(message)).toHaveAttribute('role', 'alert');
  expect(await coming().findByRole('button', { name: /Rodeo, by Ben/ })).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Rodeo, by Ben');
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-12-13');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => calls.filter(({ call }) => call.startsWith('PATCH')).at(-1)?.body)
    .toMatchObject({ version: 4, name: 'Rodeo, by Ben', lastDay: '2026-12-13' });
});

test('a field of an event that both changed takes the saved value, and the form names it', async () => {
  const { user, message } = await openChanged({ ...RODEO, name: 'Rodeo, by Ben', version: 4 });
  await user.type(screen.getByLabelText('Name'), ' finals');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(
    await screen.findByText(`${message} Someone else saved first. Shown as it is now: name.`),
  ).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Rodeo, by Ben');
});

test('the form of an event that someone else removed stays and says so', async () => {
  const { user, message } = await openChanged(null);
  await user.type(screen.getByLabelText('Name'), ', moved');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('National Finals Rodeo, moved');
});

test('a save that finishes after another event was opened keeps that one open, with its edits', async () => {
  const slow = deferred<SurgeEvent>();
  let events = CALENDAR.events;
  const { user } = await open({
    [UPCOMING]: () => [200, { ...CALENDAR, events }],
    [`PATCH ${EVENTS}/${RODEO.id}`]: () => slow.promise.then((event) => [200, event] as const),
  });
  await user.click(await coming().findByRole('button', { name: /Rodeo/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(coming().getByRole('button', { name: /title fight/ }));
  await user.type(screen.getByLabelText('Name'), ', moved');
  const saved = { ...RODEO, name: 'Rodeo finals', version: 4 };
  events = [saved, FIGHT];

  slow.resolve(saved);

  expect(await coming().findByRole('button', { name: /Rodeo finals/ })).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('December title fight, moved');
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

test('an upcoming event can be removed, and its form says what happens to booked rides', async () => {
  const { calls, user } = await open({ [`POST ${EVENTS}/${RODEO.id}/end`]: [200, { event: null }] });
  await user.click(await coming().findByRole('button', { name: /Rodeo/ }));
  expect(screen.getByText(/The 6 rides booked on these days keep their fare. On Sat 5 Dec/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Remove it' }));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('National Finals Rodeo is removed');
  expect(calls.find(({ call }) => call.endsWith('/end'))?.body).toEqual({ version: 3 });
});

test('an event being typed stays when another month fails to load', async () => {
  const { user } = await open({ [`GET ${EVENTS}?from=2026-12-27&to=2027-02-06`]: [503, {}] });
  await user.click(await day(/^Tuesday, December 1, 2026/));
  await user.type(screen.getByLabelText('Name'), 'Fight night');

  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await screen.findByText('We couldn’t load the calendar');
  expect(screen.getByLabelText('Name')).toHaveValue('Fight night');

  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  await day(/^Tuesday, December 1, 2026/);
  expect(screen.getByLabelText('Name')).toHaveValue('Fight night');
});

test('a calendar that failed to load can be loaded again, and says when it has no events', async () => {
  const { user } = await open({ [UPCOMING]: [503, {}] });
  expect(await screen.findByText('We couldn’t load the calendar')).toBeVisible();
  await answerApi({
    [MONTH]: [200, { events: [], rides: [] }],
    [UPCOMING]: [200, { events: [], rides: [] }],
  });

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await coming().findByText('No events yet.')).toBeVisible();
});
