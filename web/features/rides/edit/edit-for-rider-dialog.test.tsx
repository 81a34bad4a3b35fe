// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { EditForRiderDialog } from './edit-for-rider-dialog.tsx';
import { buildCheaperQuote, buildDearerQuote, buildEditQuote } from './testing/build-edit-quote.ts';

const ride = buildStaffRide({
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
  customerName: 'Hannah Cho',
});
const PATH = `/api/ops/rides/${ride.id}`;
const QUOTE = `POST ${PATH}/edit-quote`;
const EDIT = `POST ${PATH}/edit`;
const { fareCents } = ride.fare;

const more = buildDearerQuote(ride);
const less = buildCheaperQuote(ride);

async function show(replies: ApiReplies, shown: StaffRide = ride) {
  const all: ApiReplies = { [QUOTE]: [200, buildEditQuote(ride, { version: shown.version })], ...replies };
  const calls = await answerApi(all);
  const [onClose, onRide] = [vi.fn(), vi.fn()];
  let begin = () => {};
  /** The dialog with the ride of the board, which replies update. */
  const Shown = () => {
    const [live, setLive] = useState(shown);
    const take = (taken: StaffRide) => {
      onRide(taken);
      setLive(taken);
    };
    begin = () => setLive({ ...live, version: live.version + 1, status: 'in_progress' });
    const isOver = live.status === 'in_progress';
    return <EditForRiderDialog ride={live} isOver={isOver} onClose={onClose} onRide={take} />;
  };
  render(<Shown />);
  await screen.findByText('Same fare');
  return { replies: all, calls, onClose, onRide, begin: () => act(begin) };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const newest = () => useToastStore.getState().newest;

beforeEach(() => useToastStore.setState({ newest: null }));

test('a dearer edit by staff sends the rider a payment link and says that the ride changes once it is paid', async () => {
  const held = { ...ride, version: ride.version + 1 };
  const { replies, calls, onClose, onRide } = await show({
    [EDIT]: [200, { ride: held, chargeId: 'c'.repeat(24) }],
  });
  replies[QUOTE] = [200, more];

  await press('More hours');
  await userEvent.click(await screen.findByRole('button', { name: 'Send link for $90.64' }));

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.getByText(/^Hannah Cho gets a payment link by email/)).toBeVisible();
  expect(sent(calls, EDIT)).toEqual([
    { version: ride.version, changes: { hours: 3.5 }, expectedFareCents: fareCents + 9_064 },
  ]);
  expect(onRide).toHaveBeenCalledExactlyOnceWith(held);
  expect(newest()).toMatchObject({
    title: 'Payment link sent',
    description: 'The ride changes once Hannah Cho has paid.',
  });
});

test('a cheaper edit by staff is saved at once and names the refund', async () => {
  const edited = { ...ride, version: 3, hours: 2.5 };
  const { replies, onClose, onRide } = await show({ [EDIT]: [200, { ride: edited, chargeId: null }] });
  replies[QUOTE] = [200, less];

  await press('Fewer hours');
  expect(await screen.findByText('Goes back: $50.14 to Visa 4242')).toBeVisible();
  await press('Save changes');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onRide).toHaveBeenCalledExactlyOnceWith(edited);
  expect(newest()).toMatchObject({
    title: 'Ride changed',
    description: 'Goes back: $50.14 to Visa 4242',
  });
});

test('when the ride begins meanwhile, the dialog closes and a toast says that the edit was not made', async () => {
  const { onClose, begin } = await show({});
  await userEvent.type(screen.getByLabelText('Special Order / Requests'), 'Child seat');

  begin();

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newest()).toMatchObject({
    kind: 'error',
    title: 'Not changed',
    description: 'The ride has moved on and can no longer be edited.',
  });
});

test('an edit whose reply was lost is not called unmade when the next attempt is refused and the ride begins', async () => {
  const { replies, onClose, begin } = await show({ [EDIT]: [502, {}] });
  replies[QUOTE] = [200, less];
  await press('Fewer hours');
  await screen.findByText('Goes back: $50.14 to Visa 4242');
  await press('Save changes');
  await screen.findByRole('alert');
  const message = 'Changed by you a moment ago; the board is up to date.';
  replies[EDIT] = [409, { code: 'RIDE_CHANGED', message }];
  replies[`GET ${PATH}`] = [200, ride];
  await press('Save changes');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message));

  begin();

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newest()?.title).toBe('No answer');
});

test('an edit saved as the ride begins is reported as saved', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const { replies, onClose, begin } = await show({ [EDIT]: () => reply.promise });
  replies[QUOTE] = [200, less];
  await press('Fewer hours');
  await screen.findByText('Goes back: $50.14 to Visa 4242');
  await press('Save changes');
  await screen.findByRole('button', { name: 'Saving...' });
  begin();
  expect(newest()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();

  const begun = { ...ride, version: ride.version + 2, status: 'in_progress', hours: 2.5 };
  reply.resolve([200, { ride: begun, chargeId: null }]);

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(newest()?.title).toBe('Ride changed');
});

test('an edit of a ride on account shows the amount that will be billed', async () => {
  const { replies } = await show({}, { ...ride, paymentStatus: 'on_account' });
  replies[QUOTE] = [200, { ...more, dueCents: 0 }];

  await press('More hours');

  expect(await screen.findByText('$250.46 on account')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeVisible();
});

test('a conflicting edit names who made it, reloads the ride, and keeps what was typed', async () => {
  const message = 'Changed by Kim Lane a moment ago; the board is up to date.';
  const { replies, calls, onRide } = await show({ [EDIT]: [409, { code: 'RIDE_CHANGED', message }] });
  const now = { ...ride, version: 5, hours: 4 };
  replies[`GET ${PATH}`] = [200, now];
  await userEvent.type(screen.getByLabelText('Special Order / Requests'), 'Child seat');
  const save = screen.getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  replies[QUOTE] = [200, buildEditQuote(ride, { version: 5 })];

  await userEvent.click(save);

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await waitFor(() => expect(onRide).toHaveBeenCalledExactlyOnceWith(now));
  expect(screen.getByLabelText('Number of Hours')).toHaveValue('4');
  replies[EDIT] = [200, { ride: { ...now, version: 6 }, chargeId: null }];
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(save);
  await waitFor(() => expect(newest()?.title).toBe('Ride changed'));
  expect(sent(calls, EDIT).at(-1)).toMatchObject({ version: 5, changes: { specialRequests: 'Child seat' } });
});

test('after a driver has accepted, staff can edit only passenger, flight and requests, and see why', async () => {
  await show(
    {},
    { ...ride, status: 'accepted', driver: { firstName: 'Marcus', vehicle: 'Black Lux Sedan' } },
  );

  expect(
    screen.getByText(/^For Hannah Cho\. Marcus has planned for the time and the places\./),
  ).toBeVisible();
  expect(screen.getByText(/unassign the ride first\.$/)).toBeVisible();
  expect(screen.queryByLabelText('Pickup Time')).toBeNull();
  expect(screen.getByLabelText('Passenger Name')).toBeVisible();
});

test('the dialog says that a change awaiting payment will be replaced by this one', async () => {
  const charge = {
    id: 'c'.repeat(24),
    kind: 'difference',
    amountCents: 7_393,
    status: 'open',
    reason: '4 hours',
    at: '2026-11-20T22:05:00.000Z',
    paymentIntentId: null,
    refundId: null,
  } as const;
  await show({}, { ...ride, charges: [charge] });

  expect(
    screen.getByText(/A change for \$73\.93 is waiting for payment: 4 hours\. This one replaces it/),
  ).toBeVisible();
});
