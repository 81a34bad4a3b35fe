// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { forgetBoard, receiveAlertEvent } from '../board/board-store.ts';
import { AlertStrip } from './alert-strip.tsx';
import { ResolvingAlert } from './resolving-alert.tsx';

const EXPIRED: Alert = {
  id: 'a'.repeat(24),
  version: 1,
  kind: 'paper-expired',
  urgency: 'soon',
  subject: { kind: 'driver', id: 'd'.repeat(24), name: 'Tom Brandt' },
  text: 'The license was valid until Thu 19 Nov, and there are rides ahead.',
  payment: null,
  openedAt: new Date().toISOString(),
  assignee: null,
  resolvedAt: null,
  resolvedBy: null,
  note: null,
};
const LATE: Alert = {
  ...EXPIRED,
  id: 'b'.repeat(24),
  kind: 'driver-late',
  subject: { kind: 'ride', id: 'c'.repeat(24), name: 'Robin Rider' },
};
const DANA = { id: 'e'.repeat(24), name: 'Dana Reyes' };

beforeEach(() => {
  forgetBoard();
  useToastStore.setState({ newest: null });
});

async function show(alerts: Alert[], replies: ApiReplies = {}) {
  const calls = await answerApi(replies);
  receiveAlertEvent(alerts);
  render(
    <MemoryRouter>
      <AlertStrip />
      <ResolvingAlert />
    </MemoryRouter>,
  );
  return calls;
}

const line = () => within(screen.getByRole('listitem'));
const toastTitle = () => useToastStore.getState().newest?.title;

async function resolveWith(note: string) {
  fireEvent.click(line().getByRole('button', { name: 'Resolve: Document expired, Tom Brandt' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: note } });
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
}

test('an alert that is not about a ride shows the next step with a link, and disappears when resolved', async () => {
  await show([EXPIRED, LATE]);

  expect(line().getByText('Document expired')).toBeVisible();
  expect(line().getByText(/^Ask for the renewed document/)).toBeVisible();
  expect(line().getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    `/ops/drivers/${EXPIRED.subject.id}`,
  );

  act(() => void receiveAlertEvent([{ ...EXPIRED, version: 2, resolvedAt: EXPIRED.openedAt }]));
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

test('resolving an alert with a note sends the note and removes the alert', async () => {
  const resolved = { ...EXPIRED, version: 2, resolvedAt: EXPIRED.openedAt, resolvedBy: DANA };
  const calls = await show([EXPIRED], { [`POST /api/ops/alerts/${EXPIRED.id}/resolve`]: [200, resolved] });

  await resolveWith('He sends it today.');

  await expect.poll(() => screen.queryByText('Tom Brandt')).toBeNull();
  expect(calls[0]?.body).toEqual({ version: 1, note: 'He sends it today.' });
  expect(toastTitle()).toBe('Alert resolved');
});

test('when someone else resolved the alert first, a toast says who, and the alerts are reloaded', async () => {
  const conflict = { code: 'VERSION_CONFLICT', message: 'Dana Reyes resolved this at 4:12 PM PST.' };
  await show([EXPIRED], {
    [`POST /api/ops/alerts/${EXPIRED.id}/resolve`]: [409, conflict],
    'GET /api/ops/alerts': [200, []],
  });

  await resolveWith('');

  await expect.poll(() => screen.queryByText('Tom Brandt')).toBeNull();
  expect(useToastStore.getState().newest).toMatchObject({
    title: 'Not resolved',
    description: conflict.message,
  });
});

test('taking an alert shows its assignee', async () => {
  const taken = { ...EXPIRED, version: 2, assignee: DANA };
  await show([EXPIRED], { [`POST /api/ops/alerts/${EXPIRED.id}/take`]: [200, taken] });

  fireEvent.click(line().getByRole('button', { name: 'Take: Document expired, Tom Brandt' }));

  expect(await screen.findByText('Dana Reyes has it')).toBeVisible();
});

const typeNote = async (note: string) => {
  fireEvent.click(line().getByRole('button', { name: 'Resolve: Document expired, Tom Brandt' }));
  const field = within(await screen.findByRole('dialog')).getByRole('textbox');
  fireEvent.change(field, { target: { value: note } });
  return field;
};

test('a note being typed stays when someone else resolves the alert, and the dialog says who did', async () => {
  await show([EXPIRED]);
  const field = await typeNote('He sends it today.');

  const resolvedAt = '2026-11-21T00:12:00.000Z';
  act(() => void receiveAlertEvent([{ ...EXPIRED, version: 2, resolvedAt, resolvedBy: DANA }]));

  expect(screen.queryByText('Tom Brandt')).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('alert')).toHaveTextContent('Dana Reyes resolved this at 4:12 PM PST.');
  expect(field).toHaveValue('He sends it today.');
  expect(dialog.queryByRole('button', { name: 'Resolve' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Close it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['as sent', ' He sends it today. ', 'Saved with the alert.'],
  ['and then edited', 'He sends it today. He called.', 'Not saved.'],
])('a note whose reply was lost is called saved only %s, once its event arrives', async (_, typed, hint) => {
  let fail = () => {};
  const failed = new Promise<readonly [number, unknown]>((resolve) => {
    fail = () => resolve([504, {}]);
  });
  await show([EXPIRED], { [`POST /api/ops/alerts/${EXPIRED.id}/resolve`]: () => failed });
  await resolveWith(' He sends it today. ');
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: typed } });
  const resolved = { ...EXPIRED, version: 2, resolvedAt: '2026-11-21T00:12:00.000Z', resolvedBy: DANA };

  act(() => void receiveAlertEvent([{ ...resolved, note: 'He sends it today.' }]));
  fail();

  await dialog.findByText('Dana Reyes resolved this at 4:12 PM PST.');
  expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(hint);
});

test('when someone else takes the alert first, the typed note stays and a second try resolves the alert', async () => {
  const conflict = { code: 'VERSION_CONFLICT', message: 'Dana Reyes took this at 4:12 PM PST.' };
  const taken = { ...EXPIRED, version: 2, assignee: DANA };
  const path = `POST /api/ops/alerts/${EXPIRED.id}/resolve`;
  const replies: ApiReplies = { [path]: [409, conflict], 'GET /api/ops/alerts': [200, [taken]] };
  const calls = await show([EXPIRED], replies);

  await resolveWith('He sends it today.');

  const dialog = within(screen.getByRole('dialog'));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(conflict.message));
  expect(dialog.getByRole('textbox')).toHaveValue('He sends it today.');
  await screen.findByText('Dana Reyes has it');
  replies[path] = [200, { ...taken, version: 3, resolvedAt: EXPIRED.openedAt, resolvedBy: DANA }];
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ call }) => call === path).map(({ body }) => body)).toMatchObject([
    { version: 1 },
    { version: 2, note: 'He sends it today.' },
  ]);
});
