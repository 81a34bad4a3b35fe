// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#common/users/user.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { AccountControl } from './account-control.tsx';
import { OwnProfile, profileLead } from './own-profile.tsx';
import { actingUser, receiveSession, useSessionStore } from './session-store.ts';

const CHANGE = 'PATCH /api/account/profile';

const rider = buildUser({ name: 'Alex Morgan', phone: '(702) 555-0142' });

/** The acting user's profile, below the account control. */
function Page() {
  const user = useSessionStore(actingUser);
  return (
    <>
      <AccountControl look="pill" />
      {user && <OwnProfile user={user} />}
    </>
  );
}

const slotOf = ({ role }: User) => (role === 'rider' || role === 'driver' ? role : 'staff');

function open(user: User) {
  receiveSession(buildSession({ [slotOf(user)]: user }));
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
}

async function openDialog(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

type InDialog = Awaited<ReturnType<typeof openDialog>>;

const type = (dialog: InDialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const save = (dialog: InDialog) => fireEvent.submit(dialog.getByRole('button', { name: 'Save' }));

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

test('a changed name appears in the header once saved, and only the name is sent', async () => {
  const renamed = { ...rider, name: 'Alex Rivera' };
  const calls = await answerApi({ [CHANGE]: [200, buildSession({ rider: renamed })] });
  open(rider);
  const dialog = await openDialog('Change name');
  expect(dialog.getByLabelText('Full name')).toHaveValue('Alex Morgan');
  type(dialog, 'Full name', ' Alex Rivera ');

  save(dialog);

  expect(await screen.findByRole('button', { name: 'Rider: Alex Rivera, account' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, CHANGE)).toEqual([{ role: 'rider', name: 'Alex Rivera' }]);
  expect(useToastStore.getState().newest).toMatchObject({ kind: 'success', title: 'Name changed' });
});

test('while a change is being saved, a second submit sends nothing and the dialog cannot be closed', async () => {
  const slow = deferred<readonly [number, unknown]>();
  const calls = await answerApi({ [CHANGE]: () => slow.promise });
  open(rider);
  const dialog = await openDialog('Change phone number');
  type(dialog, 'Phone number', '(702) 555-0177');

  save(dialog);
  const button = await dialog.findByRole('button', { name: 'Saving...' });
  fireEvent.submit(button);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
  slow.resolve([200, buildSession({ rider: { ...rider, phone: '(702) 555-0177' } })]);

  expect(await screen.findByText('(702) 555-0177')).toBeVisible();
  expect(sent(calls, CHANGE)).toEqual([{ role: 'rider', phone: '(702) 555-0177' }]);
});

test('an invalid name or phone number is explained at its field, and nothing is sent', async () => {
  const calls = await answerApi({});
  open(rider);

  const name = await openDialog('Change name');
  type(name, 'Full name', '  ');
  save(name);
  expect(await name.findByText('Please enter your name.')).toBeVisible();
  expect(name.getByLabelText('Full name')).toHaveFocus();
  fireEvent.click(name.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const phone = await openDialog('Change phone number');
  type(phone, 'Phone number', '555');
  save(phone);
  expect(await phone.findByText('Please enter a valid phone number.')).toBeVisible();
  await callsArrived();
  expect(sent(calls, CHANGE)).toEqual([]);
});

test('a typed name stays after a failed change and can be sent again', async () => {
  const message = 'Please keep your name to 100 characters.';
  const replies: ApiReplies = {
    [CHANGE]: [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'name', message }] }],
  };
  await answerApi(replies);
  open(rider);
  const dialog = await openDialog('Change name');
  type(dialog, 'Full name', 'Alex Rivera');
  save(dialog);
  expect(await dialog.findByText(message)).toBeVisible();

  replies[CHANGE] = [503, {}];
  save(dialog);
  expect(await dialog.findByText('We couldn’t change your name. Please try again.')).toBeVisible();
  expect(dialog.getByLabelText('Full name')).toHaveValue('Alex Rivera');
  expect(actingUser(useSessionStore.getState())?.name).toBe('Alex Morgan');

  replies[CHANGE] = [200, buildSession({ rider: { ...rider, name: 'Alex Rivera' } })];
  save(dialog);
  expect(await screen.findByRole('button', { name: 'Rider: Alex Rivera, account' })).toBeVisible();
});

test('a rider can remove their phone number', async () => {
  const calls = await answerApi({ [CHANGE]: [200, buildSession({ rider: { ...rider, phone: null } })] });
  open(rider);
  const dialog = await openDialog('Change phone number');
  type(dialog, 'Phone number', '');

  save(dialog);

  expect(await screen.findByText('None yet')).toBeVisible();
  expect(sent(calls, CHANGE)).toEqual([{ role: 'rider', phone: '' }]);
});

test('a driver can change their phone number', async () => {
  const driver = buildUser({ role: 'driver', name: 'Sam Ortega', phone: '(702) 555-0119' });
  const changed = { ...driver, phone: '(702) 555-0188' };
  const calls = await answerApi({ [CHANGE]: [200, buildSession({ driver: changed })] });
  open(driver);
  const dialog = await openDialog('Change phone number');
  expect(dialog.getByLabelText('Phone number')).toHaveValue('(702) 555-0119');
  type(dialog, 'Phone number', '(702) 555-0188');

  save(dialog);

  expect(await screen.findByText('(702) 555-0188')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, CHANGE)).toEqual([{ role: 'driver', phone: '(702) 555-0188' }]);
  expect(useToastStore.getState().newest).toMatchObject({
    title: 'Phone number changed',
    description: 'Dispatch calls this number.',
  });
});

test('a driver cannot change their name or remove their phone number', async () => {
  const driver = buildUser({ role: 'driver', name: 'Sam Ortega', phone: '(702) 555-0119' });
  await answerApi({});
  open(driver);
  expect(screen.queryByRole('button', { name: 'Change name' })).toBeNull();
  expect(profileLead(driver)).toContain('our team changes it');

  const dialog = await openDialog('Change phone number');
  type(dialog, 'Phone number', '');
  save(dialog);

  expect(
    await dialog.findByText('Please enter your phone number. Dispatch calls this number.'),
  ).toBeVisible();
});

test.each(['dispatcher', 'admin'] as const)(
  '%s: staff can change their name and have no phone number',
  async (role) => {
    const member = buildUser({ role, name: 'Robin Hale', phone: null });
    const calls = await answerApi({
      [CHANGE]: [200, buildSession({ staff: { ...member, name: 'Robin Ruiz' } })],
    });
    open(member);
    expect(screen.queryByText('Phone number')).toBeNull();
    expect(profileLead(member)).toBe(
      'Your name appears with what you do here. Past actions keep your old name.',
    );

    const dialog = await openDialog('Change name');
    type(dialog, 'Full name', 'Robin Ruiz');
    save(dialog);

    expect(await screen.findByRole('button', { name: /: Robin Ruiz, account$/ })).toBeVisible();
    expect(sent(calls, CHANGE)).toEqual([{ role, name: 'Robin Ruiz' }]);
    expect(useToastStore.getState().newest).toMatchObject({
      title: 'Name changed',
      description: 'It appears with what you do from now on.',
    });
  },
);
