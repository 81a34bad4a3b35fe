// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { clearDraft, useDraftStore } from '../draft-store.ts';
import { renderForm } from '../testing/render-form.tsx';

const HOME = { id: '1'.repeat(24), name: 'Home', address: '2120 Alta Dr' };
const OFFICE = { id: '2'.repeat(24), name: 'Office', address: '3960 Howard Hughes Pkwy' };
const LIST = 'GET /api/saved-places';
const user = userEvent.setup();

beforeEach(() => clearDraft());

async function openForm(replies: ApiReplies) {
  const calls = await answerApi(replies);
  renderForm(buildUser());
  return calls;
}

const rows = () => within(screen.getByRole('listbox')).getAllByRole('option');
const pickup = () => screen.getByRole('combobox', { name: 'Pickup location' });

test('an empty address field suggests saved places, and choosing one enters only its address', async () => {
  await openForm({ [LIST]: [200, { places: [HOME, OFFICE] }] });
  await screen.findByRole('button', { name: 'Drop-off: Home' });

  await user.click(pickup());
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Home2120 Alta Dr',
    'Office3960 Howard Hughes Pkwy',
  ]);
  await user.click(screen.getByRole('option', { name: /^Office/ }));
  expect(useDraftStore.getState().pickupLocation).toBe(OFFICE.address);

  await user.clear(pickup());
  await user.keyboard('hom');
  expect(rows()[0]).toHaveTextContent('Home');
});

test('without saved places an empty address field keeps its list closed', async () => {
  await openForm({ [LIST]: [200, { places: [] }] });
  await user.click(pickup());
  expect(pickup()).toHaveAttribute('aria-expanded', 'false');
});

test('saved places are added, renamed and removed in a dialog without submitting the form', async () => {
  const calls = await openForm({
    [LIST]: [200, { places: [OFFICE] }],
    'POST /api/saved-places': [201, HOME],
    [`PATCH /api/saved-places/${OFFICE.id}`]: [200, { ...OFFICE, name: 'Studio' }],
    [`DELETE /api/saved-places/${HOME.id}`]: [204, null],
  });
  await user.click(await screen.findByRole('button', { name: 'Saved places' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved places' }));

  await user.click(dialog.getByRole('button', { name: 'Save place' }));
  expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription('Please give the place a name.');
  await user.type(dialog.getByLabelText('Name'), 'Home');
  await user.type(dialog.getByLabelText('Address'), HOME.address);
  await user.click(dialog.getByRole('button', { name: 'Save place' }));
  expect(await dialog.findByRole('button', { name: 'Remove Home' })).toBeVisible();

  await user.click(dialog.getByRole('button', { name: 'Edit Office' }));
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Studio');
  await user.click(dialog.getByRole('button', { name: 'Save place' }));
  expect(await dialog.findByRole('button', { name: 'Edit Studio' })).toBeVisible();

  await user.click(dialog.getByRole('button', { name: 'Remove Home' }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Remove Home' })).toBeNull());
  expect(calls.map(({ call }) => call)).not.toContain('POST /api/rides');
});

test.each([
  ['Edit Office', 'Office'],
  ['Cancel', ''],
])('a save that completes after %s keeps what was typed in the open form', async (button, name) => {
  const slow = deferred<typeof HOME>();
  await openForm({
    [LIST]: [200, { places: [HOME, OFFICE] }],
    [`PATCH /api/saved-places/${HOME.id}`]: () => slow.promise.then((place) => [200, place] as const),
  });
  await user.click(await screen.findByRole('button', { name: 'Saved places' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved places' }));
  await user.click(dialog.getByRole('button', { name: 'Edit Home' }));
  await user.click(dialog.getByRole('button', { name: 'Save place' }));
  await user.click(dialog.getByRole('button', { name: button }));
  expect(dialog.getByLabelText('Name')).toHaveValue(name);
  await user.type(dialog.getByLabelText('Name'), ' Studio');

  slow.resolve({ ...HOME, name: 'My home' });

  expect(await dialog.findByRole('button', { name: 'Edit My home' })).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveValue(`${name} Studio`);
});

test.each(['Cancel', 'Close'])(
  'a save refused after %s shows a toast that names the place',
  async (button) => {
    const slow = deferred<void>();
    const message = 'You already have a place with this name.';
    const issues = [{ path: 'name', message }];
    await openForm({
      [LIST]: [200, { places: [HOME] }],
      [`PATCH /api/saved-places/${HOME.id}`]: () =>
        slow.promise.then(() => [400, { code: 'INVALID_REQUEST', message, issues }] as const),
    });
    useToastStore.setState({ newest: null });
    await user.click(await screen.findByRole('button', { name: 'Saved places' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved places' }));
    await user.click(dialog.getByRole('button', { name: 'Edit Home' }));
    await user.click(dialog.getByRole('button', { name: 'Save place' }));
    await user.click(dialog.getByRole('button', { name: button }));

    slow.resolve();

    await waitFor(() =>
      expect(useToastStore.getState().newest).toMatchObject({
        kind: 'error',
        title: 'Home was not saved',
        description: message,
      }),
    );
  },
);

test('saving or removing a place without an answer shows No answer', async () => {
  await openForm({ [LIST]: [200, { places: [OFFICE] }] });
  await user.click(await screen.findByRole('button', { name: 'Saved places' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved places' }));
  await user.type(dialog.getByLabelText('Name'), 'Home');
  await user.type(dialog.getByLabelText('Address'), HOME.address);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

  for (const name of ['Save place', 'Remove Office']) {
    useToastStore.setState({ newest: null });
    await user.click(dialog.getByRole('button', { name }));
    await waitFor(() => expect(useToastStore.getState().newest).toMatchObject({ title: 'No answer' }));
  }
});

test('a place saved while the list is loading is kept when the list arrives', async () => {
  const slow = deferred<void>();
  let lists = 0;
  const calls = await openForm({
    [LIST]: async () => {
      lists += 1;
      if (lists > 1) return [200, { places: [HOME, OFFICE] }];
      await slow.promise;
      return [200, { places: [OFFICE] }];
    },
    'POST /api/saved-places': [201, HOME],
  });
  await user.click(await screen.findByRole('button', { name: 'Saved places' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved places' }));
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain(LIST));
  await user.type(dialog.getByLabelText('Name'), 'Home');
  await user.type(dialog.getByLabelText('Address'), HOME.address);
  await user.click(dialog.getByRole('button', { name: 'Save place' }));
  expect(await dialog.findByRole('button', { name: 'Remove Home' })).toBeVisible();

  slow.resolve();

  expect(await dialog.findByRole('button', { name: 'Remove Office' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Remove Home' })).toBeVisible();
});
