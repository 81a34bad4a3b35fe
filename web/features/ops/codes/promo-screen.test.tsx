// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { StaffPromo } from '#common/promos/promo-staff-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { PromoScreen } from './promo-screen.tsx';

const PATH = '/api/ops/promos';
const PROMO: StaffPromo = {
  id: 'a'.repeat(24),
  version: 4,
  code: 'RODEO10',
  title: 'Rodeo week',
  badge: 'Rodeo',
  description: 'Off hourly rides.',
  percent: 10,
  amountCents: null,
  validFrom: null,
  validUntil: null,
  weekdays: [0, 4, 5, 6],
  minimumFareCents: 0,
  minimumHours: 3,
  firstRideOnly: false,
  perRider: 1,
  totalCap: 200,
  uses: 12,
  holds: 2,
};

async function open(replies: ApiReplies = {}, promos: readonly StaffPromo[] = [PROMO]) {
  const calls = await answerApi({ [`GET ${PATH}`]: [200, promos], ...replies });
  render(
    <MemoryRouter>
      <PromoScreen />
    </MemoryRouter>,
  );
  return { calls, user: userEvent.setup() };
}

const newestToast = () => useToastStore.getState().newest;

test('a promo code is listed with its discount, its terms and how often it was used', async () => {
  await open();

  const row = await screen.findByRole('row', { name: /RODEO10/ });

  expect(row).toHaveTextContent('10%');
  expect(row).toHaveTextContent(
    'Hourly rides of at least 3 hours from Thursday to Sunday, once for each rider',
  );
  expect(row).toHaveTextContent('12 of 200, 2 held');
  expect(row).toHaveTextContent('Live');
});

test('an empty list says so, and the first promo code is added from its form', async () => {
  const { calls, user } = await open({ [`POST ${PATH}`]: [201, { ...PROMO, code: 'NYE100' }] }, []);
  expect(await screen.findByText('No codes yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New code' }));
  const panel = within(await screen.findByRole('dialog', { name: 'New code' }));

  await user.type(panel.getByLabelText('Code'), 'nye100');
  await user.type(panel.getByLabelText('Title'), 'New Year');
  await user.click(panel.getByRole('radio', { name: 'Amount' }));
  await user.type(panel.getByLabelText('Dollars'), '100');
  await user.type(panel.getByLabelText('Fare, at least'), '800');
  expect(panel.getByText('$100 off rides for $800 or more.')).toBeVisible();
  expect(panel.getByText(/doesn’t apply/)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Add code' }));

  await waitFor(() => expect(newestToast()?.title).toBe('Code added'));
  expect(sent(calls, `POST ${PATH}`).at(-1)).toMatchObject({
    code: 'NYE100',
    percent: null,
    amountCents: 10_000,
    minimumFareCents: 80_000,
    weekdays: null,
    description: 'Off rides for $800 or more.',
  });
  expect(await screen.findByRole('button', { name: 'NYE100' })).toBeVisible();
});

test('a text for riders generated from the fields is generated again when they change', async () => {
  const written = 'Off hourly rides of at least 3 hours from Thursday to Sunday.';
  const { calls, user } = await open({ [`PATCH ${PATH}/${PROMO.id}`]: [200, PROMO] }, [
    { ...PROMO, description: written },
  ]);
  await user.click(await screen.findByRole('button', { name: 'RODEO10' }));
  expect(screen.getByLabelText('Text for riders')).toHaveValue('');
  const hours = screen.getByLabelText('Hours, at least');

  await user.clear(hours);
  await user.type(hours, '2');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() =>
    expect(sent(calls, `PATCH ${PATH}/${PROMO.id}`).at(-1)).toMatchObject({
      description: 'Off hourly rides of at least 2 hours from Thursday to Sunday.',
    }),
  );
});

test('a text for riders that differs from the generated one is kept when other fields change', async () => {
  const { calls, user } = await open({ [`PATCH ${PATH}/${PROMO.id}`]: [200, PROMO] });
  await user.click(await screen.findByRole('button', { name: 'RODEO10' }));
  const hours = screen.getByLabelText('Hours, at least');

  await user.clear(hours);
  await user.type(hours, '2');
  expect(screen.getByLabelText('Text for riders')).toHaveValue('Off hourly rides.');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() =>
    expect(sent(calls, `PATCH ${PATH}/${PROMO.id}`)).toMatchObject([
      { minimumHours: 2, description: 'Off hourly rides.' },
    ]),
  );
});

test('an invalid percentage is explained beside its field, stays as typed, and is not sent', async () => {
  const { calls, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'RODEO10' }));
  const percent = screen.getByRole('textbox', { name: 'Percent' });
  await user.clear(percent);
  await user.type(percent, 'ten');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(percent).toHaveAccessibleDescription('Please enter a whole number.');
  expect(percent).toHaveFocus();
  expect(percent).toHaveValue('ten');
  expect(calls.every(({ call }) => call.startsWith('GET'))).toBe(true);
});

test('ending a promo code today sends the version that is shown', async () => {
  const { calls, user } = await open({ [`POST ${PATH}/${PROMO.id}/end`]: [200, { ...PROMO, version: 5 }] });
  await user.click(await screen.findByRole('button', { name: 'RODEO10' }));

  await user.click(screen.getByRole('button', { name: 'End it today' }));

  await waitFor(() => expect(newestToast()?.title).toBe('RODEO10 ends today'));
  expect(sent(calls, `POST ${PATH}/${PROMO.id}/end`).at(-1)).toEqual({ version: 4 });
});

const CONFLICT = 'Ben changed this code a moment ago. The list is up to date.';

/** Opens the form of a code, whose newest version is found only when it is saved or ended. */
async function openChanged(newest: StaffPromo) {
  const path = `PATCH ${PATH}/${PROMO.id}`;
  const refuse = () => {
    replies[`GET ${PATH}`] = [200, [newest]];
    return [409, { code: 'EDIT_CONFLICT', message: CONFLICT }] as const;
  };
  const replies: ApiReplies = {
    [`GET ${PATH}`]: [200, [PROMO]],
    [path]: refuse,
    [`POST ${PATH}/${PROMO.id}/end`]: refuse,
  };
  const calls = await answerApi(replies);
  render(
    <MemoryRouter>
      <PromoScreen />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'RODEO10' }));
  const retype = async (label: string, text: string) => {
    const field = screen.getByRole('textbox', { name: label });
    await user.clear(field);
    await user.type(field, text);
  };
  return { calls, path, replies, user, retype };
}

test('when someone else saved the promo code first, its form takes their fields and keeps those typed', async () => {
  const { calls, path, replies, user, retype } = await openChanged({ ...PROMO, percent: 20, version: 5 });
  await retype('Title', 'Rodeo month');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(CONFLICT)).toHaveAttribute('role', 'alert');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Rodeo month');
  expect(screen.getByRole('textbox', { name: 'Percent' })).toHaveValue('20');
  expect(screen.getByText('20%')).toBeVisible();
  replies[path] = [200, { ...PROMO, percent: 20, title: 'Rodeo month', version: 6 }];
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, path).at(-1)).toMatchObject({ version: 5, percent: 20, title: 'Rodeo month' });
});

test('a field of a promo code that both changed takes the saved value, and the form names it', async () => {
  const { user, retype } = await openChanged({ ...PROMO, percent: 20, version: 5 });
  await retype('Percent', '15');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(
    await screen.findByText(`${CONFLICT} Someone else saved first. Shown as it is now: percent.`),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Percent' })).toHaveValue('20');
});

test('a promo code that someone else changed is not ended, and its form keeps what was typed', async () => {
  const { calls, user, retype } = await openChanged({ ...PROMO, percent: 20, version: 5 });
  await retype('Title', 'Rodeo month');

  await user.click(screen.getByRole('button', { name: 'End it today' }));

  expect(await screen.findByText(CONFLICT)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Rodeo month');
  await user.click(screen.getByRole('button', { name: 'End it today' }));
  await waitFor(() =>
    expect(sent(calls, `POST ${PATH}/${PROMO.id}/end`)).toEqual([{ version: 4 }, { version: 5 }]),
  );
});

const OTHER: StaffPromo = { ...PROMO, id: 'b'.repeat(24), code: 'FIGHT20', title: 'Fight week' };

/**
 * Saves a code, and opens and edits another one before the reply arrives.
 *
 * @returns the deferred reply to the save
 */
async function typeInAnother() {
  const slow = deferred<readonly [number, unknown]>();
  const { user } = await open({ [`PATCH ${PATH}/${PROMO.id}`]: () => slow.promise }, [PROMO, OTHER]);
  await user.click(await screen.findByRole('button', { name: 'RODEO10' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saving...' });

  await user.click(screen.getByRole('button', { name: 'FIGHT20' }));
  const title = within(await screen.findByRole('dialog', { name: 'FIGHT20' })).getByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Fight month');
  return slow;
}

test('a save that finishes after another promo code was opened keeps that one open, with its edits', async () => {
  const slow = await typeInAnother();

  slow.resolve([200, { ...PROMO, version: 5, uses: 13 }]);

  expect(await screen.findByText('13 of 200, 2 held')).toBeVisible();
  expect(newestToast()?.title).toBe('Code saved');
  expect(screen.getByRole('dialog', { name: 'FIGHT20' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Fight month');
});

test('a save refused after another promo code was opened shows a toast and keeps that one’s edits', async () => {
  const slow = await typeInAnother();
  const message = 'Please enter a title.';

  slow.resolve([400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'title', message }] }]);

  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not saved', description: message }));
  expect(screen.getByLabelText('Title')).toHaveValue('Fight month');
  expect(screen.getByLabelText('Title')).toBeValid();
});

test('a list of promo codes that failed to load can be loaded again', async () => {
  const { user } = await open({ [`GET ${PATH}`]: [503, {}] });
  expect(await screen.findByText('We couldn’t load the codes')).toBeVisible();
  await answerApi({ [`GET ${PATH}`]: [200, [PROMO]] });

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('button', { name: 'RODEO10' })).toBeVisible();
});
