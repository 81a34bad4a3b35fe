// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { sent } from '#web/testing/serve-api.ts';
import { LIST, MARIA, OMAR, open, SAM, STATEMENT, setUpPayouts, WEEK } from './testing/open-payouts.tsx';

const PAY = 'POST /api/ops/statements/paid';

setUpPayouts();

test('a week lists its drivers with their amounts and whether they are paid', async () => {
  await open();

  expect(await screen.findByRole('heading', { name: 'Mon 9 to Sun 15 Nov' })).toBeVisible();
  expect(await screen.findByRole('row', { name: /Maria Delgado/ })).toHaveTextContent('+$20.00$234.85To pay');
  expect(screen.getByRole('row', { name: /Sam Ortega/ })).toHaveTextContent('Paid Mon 16 Nov');
  expect(screen.queryByRole('checkbox', { name: 'Select Sam Ortega' })).toBeNull();
  expect(screen.getByRole('row', { name: /All 3/ })).toHaveTextContent('$684.55');
});

test('a printed week is a table with all its columns', async () => {
  await open();

  const table = await screen.findByRole('table', { name: 'Payouts, Mon 9 to Sun 15 Nov' });

  expect(table.parentElement).toHaveClass(
    'print:[&_table]:table!',
    'print:[&_thead]:not-sr-only!',
    'print:[&_tr]:table-row!',
    'print:[&_:is(td,th)]:table-cell!',
  );
});

test('selected drivers are marked as paid with the amounts that were shown', async () => {
  const paid = { at: '2026-11-16T21:00:00.000Z', by: 'Ada Admin' };
  const { calls, user } = await open({
    [PAY]: [200, { statements: [MARIA, OMAR].map((each) => ({ ...each, paid })) }],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Maria Delgado' }));
  await user.click(screen.getByRole('button', { name: 'Select none' }));
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Mark 2 as paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark $449.70 as paid?' }));
  await user.click(dialog.getByRole('button', { name: 'Mark 2 as paid' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, PAY).at(-1)).toEqual({
    week: WEEK,
    statements: [
      { driverId: MARIA.driverId, paysCents: 23_485 },
      { driverId: OMAR.driverId, paysCents: 21_485 },
    ],
  });
  expect(screen.getByRole('row', { name: /Omar Rashid/ })).toHaveTextContent('Paid Mon 16 Nov');
});

test('when an amount changed meanwhile, a toast says so and the list is reloaded', async () => {
  const message = 'The sum of Maria Delgado changed a moment ago. Please look again.';
  const { calls, user } = await open({ [PAY]: [409, { code: 'STATEMENT_CHANGED', message }] });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Maria Delgado' }));
  await user.click(screen.getByRole('button', { name: 'Mark 1 as paid' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as paid' }));

  await waitFor(() => expect(useToastStore.getState().newest?.description).toBe(message));
  await waitFor(() => expect(sent(calls, LIST)).toHaveLength(2));
});

/** Marks Maria as paid, up to the press in the dialog. */
async function pay(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('checkbox', { name: 'Select Maria Delgado' }));
  await user.click(screen.getByRole('button', { name: 'Mark 1 as paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: /paid\?$/ }));
  await user.click(dialog.getByRole('button', { name: 'Mark as paid' }));
}

test('a payment that was already made reloads the list, which then shows it', async () => {
  let statements = [MARIA, OMAR];
  const { user } = await open({
    [LIST]: () => [200, { week: WEEK, isOver: true, statements }],
    [PAY]: () => {
      statements = [{ ...MARIA, paid: SAM.paid }, OMAR];
      return [200, { statements: [] }];
    },
  });

  await pay(user);

  await waitFor(() =>
    expect(screen.getByRole('row', { name: /Maria Delgado/ })).toHaveTextContent('Paid Mon 16 Nov'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a payment without an answer reloads the list behind the dialog, since it may have been made', async () => {
  const { calls, user } = await open({ [PAY]: [503, {}] });

  await pay(user);

  await waitFor(() => expect(sent(calls, LIST)).toHaveLength(2));
  expect(screen.getByRole('dialog', { name: /paid\?$/ })).toBeVisible();
});

test('a change being typed stays while the list behind it is reloaded', async () => {
  type Reply = readonly [number, object];
  const again = deferred<Reply>();
  const first: Reply = [200, { week: WEEK, isOver: true, statements: [MARIA, OMAR] }];
  const lists = [Promise.resolve(first), again.promise];
  const { calls, user } = await open({
    [LIST]: () => lists.shift() ?? first,
    [PAY]: [409, { code: 'STATEMENT_CHANGED', message: 'Please look again.' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Maria Delgado' }));
  await user.click(await screen.findByRole('button', { name: 'Add a change' }));
  await user.type(screen.getByLabelText('Why'), 'Waited 40 min');
  const table = within(screen.getByRole('table', { name: /^Payouts/ }));
  await user.click(table.getByRole('checkbox', { name: 'Select Omar Rashid' }));
  await user.click(screen.getByRole('button', { name: 'Mark 1 as paid' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: /paid\?$/ })).getByRole('button', {
      name: 'Mark as paid',
    }),
  );
  await waitFor(() => expect(sent(calls, LIST)).toHaveLength(2));

  expect(screen.getByLabelText('Why')).toHaveValue('Waited 40 min');
  again.resolve([200, { week: WEEK, isOver: true, statements: [MARIA, { ...OMAR, paysCents: 1_000 }] }]);
  await screen.findByText('$10.00');
  expect(screen.getByLabelText('Why')).toHaveValue('Waited 40 min');
});

test('a driver’s panel lists rides and changes, and a change is added with its reason', async () => {
  const added = { ...STATEMENT, changeCents: -500, paysCents: 20_985 };
  const { calls, user } = await open({
    [`POST /api/ops/statements/${MARIA.driverId}/changes`]: [201, added],
  });
  await user.click(await screen.findByRole('button', { name: 'Maria Delgado' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Maria Delgado' }));
  expect(await panel.findByRole('row', { name: /ARIA to Bellagio, 3\sh/ })).toHaveTextContent(
    '$132.00$35.63',
  );
  expect(panel.getByText(/Robin Hale, Mon 16 Nov/)).toBeVisible();

  await user.click(panel.getByRole('button', { name: 'Add a change' }));
  await user.click(panel.getByRole('button', { name: 'Add change' }));
  expect(panel.getByText('Please enter an amount.')).toBeVisible();
  await user.type(panel.getByLabelText('Amount'), '-25');
  await user.type(panel.getByLabelText('Why'), 'Damage');
  await user.click(panel.getByRole('button', { name: 'Add change' }));

  await waitFor(() => expect(panel.getByText('$209.85')).toBeVisible());
  expect(sent(calls, `POST /api/ops/statements/${MARIA.driverId}/changes`).at(-1)).toEqual({
    week: WEEK,
    cents: -2_500,
    reason: 'Damage',
  });
});

test('a ride under fare review is named where its driver is paid, since its share is not in the amount', async () => {
  const maria = { ...MARIA, underReviewCount: 1 };
  const [ride] = STATEMENT.rides;
  if (!ride) throw new Error('a statement has a ride');
  const waiting = { ...ride, rideId: 'e'.repeat(24), baseCents: 0, shareCents: 0, tipCents: 500 };
  const { user } = await open(
    {
      [`GET /api/ops/statements/${MARIA.driverId}?week=${WEEK}`]: [
        200,
        { ...STATEMENT, ...maria, rides: [ride, { ...waiting, isUnderReview: true }] },
      ],
    },
    undefined,
    [maria, OMAR],
  );
  const row = await screen.findByRole('row', { name: /Maria Delgado/ });
  expect(within(row).getByText('1 being checked')).toBeVisible();
  expect(screen.getByRole('row', { name: /Omar Rashid/ })).not.toHaveTextContent('checked');

  await user.click(screen.getByRole('button', { name: 'Maria Delgado' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Maria Delgado' }));
  expect(await panel.findByRole('row', { name: /Being checked \$5.00$/ })).toBeVisible();
  expect(panel.getByText(/Its share is added once the final fare is decided/)).toBeVisible();

  await user.click(panel.getByRole('button', { name: 'Mark as paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark $234.85 as paid?' }));
  expect(dialog.getByText('2 rides, 1 being checked')).toBeVisible();
  expect(dialog.getByText(/Its share is added once the final fare is decided/)).toBeVisible();
});

test('a retried change keeps its idempotency key, and an edited change gets a new one', async () => {
  const { calls, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Maria Delgado' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Maria Delgado' }));
  await user.click(panel.getByRole('button', { name: 'Add a change' }));
  await user.type(panel.getByLabelText('Amount'), '-25');
  await user.type(panel.getByLabelText('Why'), 'Damage');
  const made = () => calls.filter(({ call }) => call.startsWith('POST'));
  const add = async () => {
    const before = made().length;
    await waitFor(() => expect(panel.getByRole('button', { name: 'Add change' })).toBeEnabled());
    await user.click(panel.getByRole('button', { name: 'Add change' }));
    await waitFor(() => expect(made()).toHaveLength(before + 1));
  };

  await add();
  await add();
  await user.type(panel.getByLabelText('Amount'), '0');
  await add();

  const [first, again, other] = made().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[\w-]{8,128}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a change entered again after its form was closed without an answer keeps its idempotency key', async () => {
  const { calls, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Maria Delgado' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Maria Delgado' }));
  const made = () => calls.filter(({ call }) => call.startsWith('POST'));
  for (const count of [1, 2]) {
    await user.click(panel.getByRole('button', { name: 'Add a change' }));
    await user.type(panel.getByLabelText('Amount'), '-35');
    await user.type(panel.getByLabelText('Why'), 'Cleaning');
    await user.click(panel.getByRole('button', { name: 'Add change' }));
    await waitFor(() => expect(made()).toHaveLength(count));
    await panel.findByText(/Nothing is lost/);
    await user.click(panel.getByRole('button', { name: 'Cancel' }));
  }

  const [first, again] = made().map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
});

test('a change whose answer was lost is shown in the open statement if it was added', async () => {
  const added = {
    id: 'c2',
    at: '2026-11-16T21:00:00.000Z',
    cents: -3_500,
    reason: 'Cleaning',
    by: 'Ada Admin',
  };
  let maria = MARIA;
  const { user } = await open({
    [LIST]: () => [200, { week: WEEK, isOver: true, statements: [maria] }],
    [`POST /api/ops/statements/${MARIA.driverId}/changes`]: () => {
      maria = { ...MARIA, changes: [...MARIA.changes, added], paysCents: 19_985 };
      return [504, {}];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Maria Delgado' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Maria Delgado' }));
  await user.click(panel.getByRole('button', { name: 'Add a change' }));
  await user.type(panel.getByLabelText('Amount'), '-35');
  await user.type(panel.getByLabelText('Why'), 'Cleaning');

  await user.click(panel.getByRole('button', { name: 'Add change' }));

  expect(await panel.findByText(/^Cleaning/)).toBeVisible();
  expect(panel.getByText('$199.85')).toBeVisible();
  expect(panel.getByLabelText('Amount')).toHaveValue('-35');
});

test('a week without rides says so', async () => {
  await open({}, `week=${WEEK}`, []);
  expect(await screen.findByText('No payouts this week')).toBeVisible();
});

test('the previous week keeps the focus on its link', async () => {
  const { user } = await open({
    'GET /api/ops/statements?week=2026-11-02': [200, { week: '2026-11-02', isOver: true, statements: [] }],
  });
  await screen.findByRole('row', { name: /Maria Delgado/ });
  const previous = screen.getByRole('link', { name: 'Previous week' });
  previous.focus();

  await user.keyboard('{Enter}');

  expect(await screen.findByText('No payouts this week')).toBeVisible();
  expect(previous).toHaveFocus();
  expect(screen.getByRole('heading', { name: /^Mon 2 to Sun 8/ })).toBeVisible();
});

test('an open statement loads its rides again when its sums change in the list', async () => {
  const [ride] = STATEMENT.rides;
  if (!ride) throw new Error('a statement has a ride');
  const later = { ...ride, rideId: 'e'.repeat(24), shareCents: 1_000, tipCents: 500 };
  let isLater = false;
  const sums = { rideCount: 3, shareCents: 17_800, tipCents: 5_185, paysCents: 24_985 };
  const maria = () => (isLater ? { ...MARIA, ...sums } : MARIA);
  const { user } = await open({
    [LIST]: () => [200, { week: WEEK, isOver: true, statements: [maria(), OMAR] }],
    [`GET /api/ops/statements/${MARIA.driverId}?week=${WEEK}`]: () => [
      200,
      { ...STATEMENT, ...maria(), rides: isLater ? [ride, later] : [ride] },
    ],
    [PAY]: () => {
      isLater = true;
      return [409, { code: 'STATEMENT_CHANGED', message: 'Please look again.' }];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Maria Delgado' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Maria Delgado' }));
  await panel.findByRole('row', { name: /ARIA to Bellagio/ });

  await user.click(panel.getByRole('button', { name: 'Mark as paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: /paid\?$/ }));
  await user.click(dialog.getByRole('button', { name: 'Mark as paid' }));

  await waitFor(() => expect(panel.getAllByRole('row', { name: /ARIA to Bellagio/ })).toHaveLength(2));
  expect(panel.getByRole('row', { name: /^3 rides/ })).toHaveTextContent('$178.00$51.85');
});
