// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StaffMember } from '#common/users/staff.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { People } from './people.tsx';

const OWN_ID = 'a'.repeat(24);
const OTHER_ID = 'b'.repeat(24);

const build = (overrides: Partial<StaffMember> = {}): StaffMember => ({
  id: OTHER_ID,
  name: 'Marco Bell',
  email: 'marco@example.com',
  role: 'dispatcher',
  state: 'active',
  invitedUntil: null,
  isFactorMissing: false,
  ...overrides,
});
const own = build({ id: OWN_ID, name: 'Ada Lane', email: 'ada@example.com', role: 'admin' });

beforeEach(() => {
  // jsdom does not implement popovers.
  HTMLElement.prototype.hidePopover = vi.fn();
});

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

test('an invitation that the server refuses keeps what was typed and shows the reason at its field', async () => {
  const calls = await answerApi({
    'GET /api/ops/staff': [200, [own]],
    'POST /api/ops/staff': [
      409,
      { code: 'EMAIL_TAKEN', message: 'There is already an account with this email address.' },
    ],
  });
  render(<People ownId={OWN_ID} />);
  fireEvent.click(screen.getByRole('button', { name: 'Invite someone' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Please enter a name.')).toBeVisible();

  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Dale Winter' } });
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'dale@example.com' } });
  fireEvent.click(screen.getByLabelText('Admin'));
  fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }));

  await waitFor(() =>
    expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(
      'There is already an account with this email address.',
    ),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Dale Winter');
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Dale Winter',
    email: 'dale@example.com',
    role: 'admin',
  });
});

test('an invitation without an answer is not called unsent', async () => {
  await answerApi({ 'GET /api/ops/staff': [200, [own]], 'POST /api/ops/staff': [504, {}] });
  render(<People ownId={OWN_ID} />);
  fireEvent.click(screen.getByRole('button', { name: 'Invite someone' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Dale Winter' } });
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'dale@example.com' } });

  fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }));

  expect(await screen.findByText('The server didn’t answer. Please try again.')).toBeVisible();
});

test('a staff member whose change got no answer is shown as the server has them by then', async () => {
  const replies: ApiReplies = {
    'GET /api/ops/staff': [200, [own, build()]],
    [`PATCH /api/ops/staff/${OTHER_ID}`]: [504, {}],
  };
  await answerApi(replies);
  render(<People ownId={OWN_ID} />);
  fireEvent.click(within(await rowOf('Marco Bell')).getByText('Disable'));
  const dialog = within(await screen.findByRole('dialog'));
  replies['GET /api/ops/staff'] = [200, [own, build({ state: 'disabled' })]];

  fireEvent.click(dialog.getByRole('button', { name: 'Disable' }));

  expect(await dialog.findByText('The server didn’t answer. Please try again.')).toBeVisible();
  expect(await screen.findByText('Disabled')).toBeInTheDocument();
});

test('disabling a staff member asks for confirmation, and a refusal is shown', async () => {
  const refusal = 'At least one admin must remain. Please make another person admin first.';
  const calls = await answerApi({
    'GET /api/ops/staff': [200, [own, build()]],
    [`PATCH /api/ops/staff/${OTHER_ID}`]: [409, { code: 'STAFF_CONFLICT', message: refusal }],
  });
  render(<People ownId={OWN_ID} />);
  fireEvent.click(within(await rowOf('Marco Bell')).getByText('Disable'));
  expect(calls).toHaveLength(1);

  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable' }));

  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(refusal));
  expect(sent(calls, `PATCH /api/ops/staff/${OTHER_ID}`).at(-1)).toEqual({ isDisabled: true });
});

test('a changed role is shown at once', async () => {
  await answerApi({
    'GET /api/ops/staff': [200, [own, build()]],
    [`PATCH /api/ops/staff/${OTHER_ID}`]: [200, build({ role: 'admin' })],
  });
  render(<People ownId={OWN_ID} />);
  fireEvent.click(within(await rowOf('Marco Bell')).getByText('Make Admin'));
  fireEvent.click(await screen.findByRole('button', { name: 'Make admin' }));

  expect(await screen.findByRole('button', { name: 'Role of Marco Bell: Admin' })).toBeVisible();
});

const openNames = async (name: string) => {
  fireEvent.click(within(await rowOf(name)).getByText('Change name'));
  return within(await screen.findByRole('dialog', { name: `Change ${name}’s name` }));
};

test('a changed name is shown at once, and stays as typed after a failed save', async () => {
  const path = `PATCH /api/ops/staff/${OTHER_ID}`;
  const replies: ApiReplies = { 'GET /api/ops/staff': [200, [own, build()]], [path]: [503, {}] };
  const calls = await answerApi(replies);
  render(<People ownId={OWN_ID} />);
  const dialog = await openNames('Marco Bell');
  const field = dialog.getByLabelText('Name');
  expect(field).toHaveValue('Marco Bell');

  fireEvent.change(field, { target: { value: ' ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please enter a name.')).toBeVisible();
  expect(field).toHaveFocus();
  await callsArrived();
  expect(sent(calls, path)).toEqual([]);

  fireEvent.change(field, { target: { value: 'Marco Ruiz' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The server didn’t answer. Please try again.')).toBeVisible();
  expect(field).toHaveValue('Marco Ruiz');
  replies[path] = [200, build({ name: 'Marco Ruiz' })];
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await rowOf('Marco Ruiz')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, path).at(-1)).toEqual({ name: 'Marco Ruiz' });
  expect(useToastStore.getState().newest).toMatchObject({
    title: 'Name changed',
    description: 'Marco Ruiz, formerly Marco Bell',
  });
});

test('an invitation can be sent again, and nobody can change their own entry', async () => {
  const invited = build({ state: 'invited', invitedUntil: '2020-01-01T00:00:00.000Z' });
  await answerApi({
    'GET /api/ops/staff': [200, [own, invited]],
    [`POST /api/ops/staff/${OTHER_ID}/invitation`]: [
      200,
      { ...invited, invitedUntil: '2099-11-22T20:00:00.000Z' },
    ],
  });
  render(<People ownId={OWN_ID} />);
  const row = await rowOf('Marco Bell');
  expect(within(row).getByText('Invited, the link has expired')).toBeVisible();

  fireEvent.click(within(row).getByRole('button', { name: 'Send again to Marco Bell' }));

  expect(await within(row).findByText('Invited, until Sun 22 Nov 2099, 12:00 PM')).toBeVisible();
  expect(useToastStore.getState().newest?.title).toBe('Invitation sent again');
  expect(within(await rowOf('Ada Lane')).queryAllByRole('button')).toEqual([]);
});

test('a staff member whose second factor was just removed is shown as having none', async () => {
  let isFactorMissing = false;
  await answerApi({
    'GET /api/ops/staff': () => [200, [own, build({ isFactorMissing })]],
    [`DELETE /api/ops/accounts/${OTHER_ID}/factors`]: () => {
      isFactorMissing = true;
      return [204, null];
    },
  });
  render(<People ownId={OWN_ID} />);
  const row = await rowOf('Marco Bell');
  expect(within(row).getByText('Active')).toBeVisible();

  fireEvent.click(within(row).getByText('Remove passkeys and app'));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));

  expect(await screen.findByText('Active, no second factor yet')).toBeVisible();
  expect(within(await rowOf('Ada Lane')).getByText('Active')).toBeVisible();
});

test('a list of people that failed to load can be loaded again', async () => {
  let isDown = true;
  await answerApi({
    'GET /api/ops/staff': () => (isDown ? [500, {}] : [200, [own]]),
  });
  render(<People ownId={OWN_ID} />);
  await screen.findByText('We couldn’t load people');

  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Ada Lane')).toBeVisible();
});

test('a staff member whose account was deleted is removed from the list', async () => {
  await answerApi({
    'GET /api/ops/staff': [200, [own, build()]],
    [`POST /api/ops/people/${OTHER_ID}/deletion`]: [202, null],
  });
  render(<People ownId={OWN_ID} />);
  fireEvent.click(within(await rowOf('Marco Bell')).getByText('Data'));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete for good' }));

  await waitFor(() => expect(screen.queryByText('Marco Bell')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rowOf('Ada Lane')).toBeVisible();
});
