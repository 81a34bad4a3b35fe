// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import { buildNoted, DANA } from '../testing/build-assigned.ts';
import {
  ACCEPTED,
  button,
  newestToast,
  openDrawer,
  PATH,
  RIDE,
  setUpDrawer,
} from './testing/open-drawer.tsx';

setUpDrawer();

test('an open Unassign closes with a toast when the driver gives the ride back or begins it', async () => {
  const by = { role: 'driver' as const, id: DRIVER_ID, name: 'Sam Ortega', address: null };
  const entry = { at: RIDE.createdAt, version: ACCEPTED.version + 1, by };
  const { user } = await openDrawer(ACCEPTED);
  await user.click(await button('Unassign'));
  await user.type(await screen.findByLabelText('Reason'), 'He is ill');
  const history = [...ACCEPTED.history, { ...entry, change: 'given_back' as const }];
  act(() => receiveBoardEvent([{ ...RIDE, version: ACCEPTED.version + 1, history }]));

  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  expect(newestToast()).toMatchObject({
    kind: 'error',
    title: 'Not unassigned',
    description: 'Given back by Sam Ortega a moment ago; the board is up to date.',
  });

  act(() => receiveBoardEvent([{ ...ACCEPTED, version: ACCEPTED.version + 2 }]));
  await user.click(await button('Unassign'));
  const begun = [...ACCEPTED.history, { ...entry, change: 'in_progress' as const }];
  act(() =>
    receiveBoardEvent([
      { ...ACCEPTED, version: ACCEPTED.version + 3, status: 'in_progress', history: begun },
    ]),
  );
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  expect(newestToast()?.description).toBe('Started by Sam Ortega a moment ago; the board is up to date.');
});

/** A ride of Sam's after he was unassigned. */
function unassigned(ride: StaffRide): StaffRide {
  const version = ride.version + 1;
  const line = { change: 'unassigned' as const, at: RIDE.createdAt, version, by: DANA, text: 'He is ill' };
  return { ...RIDE, version, history: [...ride.history, line] };
}
const FREED = unassigned(ACCEPTED);

async function unassignWithoutAnswer(overrides: ApiReplies = {}, reason = 'He is ill') {
  const opened = await openDrawer(ACCEPTED, { [`POST ${PATH}/unassign`]: [504, {}], ...overrides });
  const { user } = opened;
  await user.click(await button('Unassign'));
  await user.type(await screen.findByLabelText('Reason'), reason);
  await user.click(await button('Unassign Sam'));
  return opened;
}

test('an Unassign without an answer is reported as made when its event arrives', async () => {
  await unassignWithoutAnswer();
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));

  act(() => receiveBoardEvent([FREED]));

  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  expect(newestToast()).toMatchObject({ title: 'The ride is offered again', action: { label: 'Undo' } });
});

test('an Unassign without an answer whose event arrives with a colleague’s note is reported without an Undo', async () => {
  await unassignWithoutAnswer();
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));

  act(() => receiveBoardEvent([buildNoted(FREED)]));

  await waitFor(() => expect(newestToast()?.title).toBe('The ride is offered again'));
  expect(newestToast()?.action).toBeUndefined();
});

test('an Unassign whose event arrived during the request is reported as made, even if its reply fails', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const { calls } = await unassignWithoutAnswer({ [`POST ${PATH}/unassign`]: () => reply.promise });
  await waitFor(() => expect(sent(calls, `POST ${PATH}/unassign`)).toHaveLength(1));
  act(() => receiveBoardEvent([FREED]));
  reply.resolve([504, {}]);

  await waitFor(() => expect(newestToast()?.title).toBe('The ride is offered again'));
});

test('an Unassign without an answer is not called made when the driver gave the ride back', async () => {
  await unassignWithoutAnswer();
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  const by = { role: 'driver' as const, id: DRIVER_ID, name: 'Sam Ortega', address: null };
  const given = { change: 'given_back' as const, at: RIDE.createdAt, version: FREED.version, by };

  act(() => receiveBoardEvent([{ ...FREED, history: [...ACCEPTED.history, given] }]));

  await waitFor(() => expect(newestToast()?.title).toBe('Not unassigned'));
  expect(newestToast()?.description).toMatch(/^Given back by Sam Ortega/);
});

test('the Undo of an Unassign that was sent again counts from when it was first sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { known, user } = await unassignWithoutAnswer({}, 'Sent again');
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  vi.setSystemTime(Date.now() + UNDO_MS - 4_000);
  known[`POST ${PATH}/unassign`] = [200, FREED];

  await user.click(await button('Unassign Sam'));

  await waitFor(() => expect(newestToast()?.title).toBe('The ride is offered again'));
  expect(newestToast()?.action).toMatchObject({ label: 'Undo', seconds: 4 });
});

test('unassigning sends the version that was shown, so a driver assigned since keeps the ride', async () => {
  const message = 'Kim has the ride since a moment ago.';
  const { calls, user } = await openDrawer(ACCEPTED, {
    [`POST ${PATH}/unassign`]: [409, { code: 'RIDE_CHANGED', message }],
  });
  await user.click(await button('Unassign'));
  await user.type(await screen.findByLabelText('Reason'), 'He is ill');
  act(() =>
    receiveBoardEvent([
      {
        ...ACCEPTED,
        version: ACCEPTED.version + 1,
        driverId: 'e'.repeat(24),
        driver: { firstName: 'Kim', vehicle: 'Black Suburban' },
      },
    ]),
  );
  await user.click(await button('Unassign Sam'));

  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not unassigned', description: message }));
  expect(sent(calls, `POST ${PATH}/unassign`)).toEqual([{ version: ACCEPTED.version, reason: 'He is ill' }]);
});

test('unassigning refused because of a note keeps the reason, and is done by pressing again', async () => {
  const message = 'Note added by Kim Doe a moment ago; the board is up to date.';
  const { calls, known, user } = await openDrawer(ACCEPTED, {
    [`POST ${PATH}/unassign`]: [409, { code: 'RIDE_CHANGED', message }],
  });
  await user.click(await button('Unassign'));
  await user.type(await screen.findByLabelText('Reason'), 'He is ill');
  known[`GET ${PATH}`] = [200, buildNoted(ACCEPTED)];
  await user.click(await button('Unassign Sam'));
  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not unassigned', description: message }));

  known[`POST ${PATH}/unassign`] = [200, unassigned(buildNoted(ACCEPTED))];
  await user.click(await button('Unassign Sam'));

  await waitFor(() => expect(newestToast()?.title).toBe('The ride is offered again'));
  expect(sent(calls, `POST ${PATH}/unassign`)).toEqual([
    { version: ACCEPTED.version, reason: 'He is ill' },
    { version: ACCEPTED.version + 1, reason: 'He is ill' },
  ]);
});

const CHARGE: Charge = {
  id: 'c'.repeat(24),
  kind: 'adjustment',
  amountCents: 2_000,
  status: 'open',
  reason: 'Cleaning',
  at: '2026-11-16T20:00:00.000Z',
  paymentIntentId: null,
  refundId: null,
};

test('a charge paid while its withdrawal is being confirmed is offered as a refund instead', async () => {
  const { user } = await openDrawer({ ...RIDE, charges: [CHARGE] });
  await user.click(await button('Withdraw'));
  await user.type(await screen.findByLabelText('Reason'), 'A mistake');

  act(() =>
    receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1, charges: [{ ...CHARGE, status: 'paid' }] }]),
  );

  expect(await button('Give $20.00 back')).toBeVisible();
  expect(screen.getByLabelText('Reason')).toHaveValue('A mistake');
});

test.each([
  ['still open', 'open', 1],
  ['withdrawn by a colleague', 'void', 0],
] as const)(
  'a withdrawal refused because the ride changed keeps the reason only while the charge can be withdrawn: %s',
  async (_which, status, dialogs) => {
    const message = 'Money changed by Kim Doe a moment ago; the board is up to date.';
    const { known, user } = await openDrawer(
      { ...RIDE, charges: [CHARGE] },
      { [`POST ${PATH}/charges/${CHARGE.id}/withdraw`]: [409, { code: 'RIDE_CHANGED', message }] },
    );
    await user.click(await button('Withdraw'));
    await user.type(await screen.findByLabelText('Reason'), 'A mistake');
    known[`GET ${PATH}`] = [200, { ...RIDE, version: RIDE.version + 1, charges: [{ ...CHARGE, status }] }];
    await user.click(await button('Withdraw $20.00'));
    await waitFor(() =>
      expect(newestToast()).toMatchObject({ title: 'Not withdrawn', description: message }),
    );

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdrawing...' })).toBeNull());
    expect(screen.queryAllByDisplayValue('A mistake')).toHaveLength(dialogs);
  },
);

test.each([
  ['open', 'void', 'Withdraw', 'Withdraw $20.00', '$20.00 is withdrawn'],
  ['paid', 'refunded', 'Give it back', 'Give $20.00 back', '$20.00 goes back'],
] as const)(
  'the withdrawal of a charge (%s) without an answer is reported as made when its event arrives',
  async (before, after, press, confirm, title) => {
    const shown: StaffRide = { ...RIDE, charges: [{ ...CHARGE, status: before }] };
    const { user } = await openDrawer(shown, {
      [`POST ${PATH}/charges/${CHARGE.id}/withdraw`]: [504, {}],
    });
    await user.click(await button(press));
    await user.type(await screen.findByLabelText('Reason'), 'A mistake');
    await user.click(await button(confirm));
    await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
    const version = RIDE.version + 1;
    const entry = { change: 'adjusted' as const, at: RIDE.createdAt, version };

    act(() => receiveBoardEvent([{ ...shown, version, history: [...RIDE.history, entry] }]));
    expect(screen.getByDisplayValue('A mistake')).toBeVisible();
    const made = { ...entry, text: 'Charge of $20.00 withdrawn: A mistake' };
    const withdrawn: StaffRide = {
      ...shown,
      version: version + 1,
      charges: [{ ...CHARGE, status: after }],
      history: [...RIDE.history, made, { ...entry, version: version + 1 }],
    };
    act(() => receiveBoardEvent([withdrawn]));

    await waitFor(() => expect(newestToast()).toMatchObject({ kind: 'success', title }));
    expect(screen.queryByDisplayValue('A mistake')).toBeNull();
  },
);

test('a withdrawal whose event arrived during the request is reported as made, even if its reply fails', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const path = `POST ${PATH}/charges/${CHARGE.id}/withdraw`;
  const { calls, user } = await openDrawer({ ...RIDE, charges: [CHARGE] }, { [path]: () => reply.promise });
  await user.click(await button('Withdraw'));
  await user.type(await screen.findByLabelText('Reason'), 'A mistake');
  await user.click(await button('Withdraw $20.00'));
  await waitFor(() => expect(sent(calls, path)).toHaveLength(1));
  const version = RIDE.version + 1;
  const text = 'Charge of $20.00 withdrawn: A mistake';
  const history = [...RIDE.history, { change: 'adjusted' as const, at: RIDE.createdAt, version, text }];
  act(() => receiveBoardEvent([{ ...RIDE, version, charges: [{ ...CHARGE, status: 'void' }], history }]));
  reply.resolve([504, {}]);

  await waitFor(() => expect(newestToast()?.title).toBe('$20.00 is withdrawn'));
  expect(screen.queryByDisplayValue('A mistake')).toBeNull();
});

test.each([
  ['adjustment', 'open', 'Withdraw', 'The link sent to Hannah Cho stops working.'],
  ['tip', 'open', 'Withdraw', 'Hannah Cho can no longer pay it.'],
  ['extension', 'open', 'Withdraw', 'Hannah Cho can no longer pay it. The ride stays as it is.'],
  ['tip', 'paid', 'Give it back', 'Hannah Cho paid it. All of it goes back to that card.'],
] as const)(
  'withdrawing a charge (%s, %s) says what that means for the rider',
  async (kind, status, press, text) => {
    const charge: Charge = { ...CHARGE, kind, status };
    const { user } = await openDrawer({ ...RIDE, charges: [charge] });
    await user.click(await button(press));

    expect(await screen.findByText(text)).toBeVisible();
  },
);

test('a note is sent, confirmed by a toast and listed in the history', async () => {
  const note = { change: 'noted', at: RIDE.createdAt, version: 3, text: 'Hannah rang.' } as const;
  const noted: StaffRide = { ...RIDE, version: 3, history: [...RIDE.history, note] };
  const { calls, user } = await openDrawer(RIDE, { [`POST ${PATH}/note`]: [200, noted] });
  await user.click(await button('Add note'));
  await user.type(screen.getByLabelText('Note'), 'Hannah rang.');
  const dialog = within(screen.getByRole('dialog', { name: 'Add a note' }));
  await user.click(dialog.getByRole('button', { name: 'Add note' }));

  await waitFor(() => expect(newestToast()?.title).toBe('Note added'));
  expect(sent(calls, `POST ${PATH}/note`)).toEqual([{ text: 'Hannah rang.' }]);
  expect(screen.getByText('Hannah rang.').closest('li')).toHaveTextContent(/wrote a note/);
});

test('a note that is sent again after a lost reply keeps its idempotency key; an equal one later gets another', async () => {
  const { calls, known, user } = await openDrawer(RIDE, { [`POST ${PATH}/note`]: [504, {}] });
  const open = async () => {
    await user.click(await button('Add note'));
    await user.type(screen.getByLabelText('Note'), 'Called, no answer.');
  };
  const press = async () => {
    const dialog = within(screen.getByRole('dialog', { name: 'Add a note' }));
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
  };
  await open();
  await press();
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  known[`POST ${PATH}/note`] = [200, { ...RIDE, version: RIDE.version + 1 }];
  await press();
  await waitFor(() => expect(newestToast()?.title).toBe('Note added'));
  await open();
  await press();
  await waitFor(() => expect(sent(calls, `POST ${PATH}/note`)).toHaveLength(3));

  const keys = calls
    .filter(({ call }) => call === `POST ${PATH}/note`)
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], expect.any(String)]);
  expect(keys[2]).not.toBe(keys[0]);
});
