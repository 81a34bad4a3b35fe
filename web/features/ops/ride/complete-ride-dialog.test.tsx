// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import { CompleteRideDialog } from './complete-ride-dialog.tsx';
import { ACCEPTED, button, openDrawer, setUpDrawer } from './testing/open-drawer.tsx';

setUpDrawer();

/** In progress, with a fare of $159.82. */
const ride = buildStaffRide({
  status: 'in_progress',
  version: 4,
  customerName: 'Hannah Cho',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
});
const COMPLETE = `POST /api/ops/rides/${ride.id}/complete`;
const completed: StaffRide = { ...ride, version: 5, status: 'completed', actualFareCents: 15_982 };

async function show(replies: ApiReplies, isAdmin = true, shown = ride) {
  const calls = await answerApi(replies);
  const onClose = vi.fn();
  render(<CompleteRideDialog ride={shown} isAdmin={isAdmin} onClose={onClose} />);
  return { calls, onClose };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const giveReason = () => userEvent.type(screen.getByLabelText('Reason'), 'His phone died ');
const enter = async (amount: string) => {
  await userEvent.clear(screen.getByLabelText('Final fare'));
  await userEvent.type(screen.getByLabelText('Final fare'), amount);
};
const rowOf = (label: string) => screen.getByText(label).parentElement;

test('the dialog proposes the whole fare, and completing the ride requires a reason', async () => {
  const { calls, onClose } = await show({ [COMPLETE]: [200, completed] });
  expect(screen.getByLabelText('Final fare')).toHaveFocus();
  expect(screen.getByRole('dialog')).toHaveTextContent(`Sam has been driving ride ${ride.reference}.`);
  expect(screen.getByText(/^Nothing goes back to Hannah Cho\./)).toBeVisible();

  await press('Complete for $159.82');
  expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription('Please give a reason.');
  await callsArrived();
  expect(calls).toEqual([]);
  await giveReason();
  await press('Complete for $159.82');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, COMPLETE).at(-1)).toEqual({
    version: 4,
    finalFareCents: 15_982,
    reason: 'His phone died',
  });
  expect(useToastStore.getState().newest?.title).toBe('Completed for $159.82');
});

test('completing sends the version the dialog was opened on, even if the fare rose since', async () => {
  const calls = await answerApi({ [COMPLETE]: [409, { code: 'RIDE_CHANGED', message: 'It has changed.' }] });
  const dialogOf = (shown: StaffRide) => <CompleteRideDialog ride={shown} isAdmin onClose={() => {}} />;
  const { rerender } = render(dialogOf(ride));
  await giveReason();

  rerender(dialogOf({ ...ride, version: 5, fare: { ...ride.fare, fareCents: 21_982 } }));
  await press('Complete for $159.82');

  await waitFor(() => expect(sent(calls, COMPLETE)).toMatchObject([{ version: 4, finalFareCents: 15_982 }]));
});

test('the refund is shown in advance, reduced by the waiting charge and capped at the refundable amount', async () => {
  await show({}, true, { ...ride, waiting: { minutes: 10, cents: 1_000 }, refundableCents: 9_000 });
  expect(screen.getByText(/\$10\.00 for waiting is charged by an emailed link\./)).toBeVisible();

  await enter('120');
  expect(rowOf('Goes back')).toHaveTextContent('−$29.82');
  expect(screen.getByText(/^\$29\.82 goes back to Hannah Cho in 5 to 7 business days\./)).toBeVisible();
  await enter('0');
  expect(rowOf('Goes back')).toHaveTextContent('−$80.00');
});

test('fewer minutes of waiting than recorded can be charged, and the amounts follow them', async () => {
  const waited = { ...ride, waiting: { minutes: 40, cents: 4_000 } };
  const { calls, onClose } = await show({ [COMPLETE]: [200, completed] }, true, waited);
  expect(screen.getByText(/\$40\.00 for waiting is charged by an emailed link\./)).toBeVisible();
  const minutes = screen.getByLabelText('Minutes of waiting');
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '50');
  await giveReason();
  await press('Complete for $159.82');
  expect(minutes).toHaveAccessibleDescription('Please enter whole minutes, up to 40.');

  await userEvent.clear(minutes);
  await userEvent.type(minutes, '0');
  expect(screen.queryByText(/for waiting is charged/)).toBeNull();
  await press('Complete for $159.82');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, COMPLETE)).toEqual([
    { version: 4, finalFareCents: 15_982, waitingMinutes: 0, reason: 'His phone died' },
  ]);
});

test('the toast names the final fare and waiting that were charged, even if other than those typed', async () => {
  const waited = { ...ride, waiting: { minutes: 40, cents: 4_000 } };
  const charged = { ...completed, waiting: waited.waiting, actualFareCents: 19_679 };
  const { onClose } = await show({ [COMPLETE]: [200, charged] }, true, waited);
  await userEvent.click(screen.getByRole('button', { name: 'Fewer minutes' }));
  await giveReason();
  await press('Complete for $159.82');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(useToastStore.getState().newest?.title).toBe('Completed for $196.79, with 40 minutes of waiting');
});

test('the fare of a ride on account is not called paid', async () => {
  await show({}, true, { ...ride, paymentStatus: 'on_account', refundableCents: 0 });
  expect(rowOf('On account')).toHaveTextContent('$159.82');
  expect(screen.queryByText('Paid')).toBeNull();
});

test('the final fare is at most the price, and a dispatcher may lower it only within the refund limit', async () => {
  const refunded = {
    id: 'b'.repeat(24),
    toCardCents: 12_000,
    toGiftCardCents: 0,
    reason: 'x',
    by: 'x',
    at: ride.createdAt,
  };
  const given = { ...ride, adjustments: [refunded], refundableCents: 3_982 };
  const { calls } = await show({ [COMPLETE]: [200, completed] }, false, given);
  await giveReason();

  await enter('160');
  await press('Complete for $160.00');
  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription('At most $159.82.');
  await enter('159');
  await press('Complete for $159.00');
  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription(
    'At least $159.82, or ask an admin.',
  );
  expect(screen.getByText(/of which \$0\.00 is left/)).toBeVisible();
  await callsArrived();
  expect(calls).toEqual([]);

  await enter('159.82');
  await press('Complete for $159.82');
  await waitFor(() => expect(sent(calls, COMPLETE).at(-1)).toMatchObject({ finalFareCents: 15_982 }));
});

test('when someone else completed the ride first, the dialog closes and a toast names them', async () => {
  const message = 'Completed by Sam Ortiz a moment ago; the board is up to date.';
  const { onClose } = await show({
    [COMPLETE]: [409, { message, code: 'RIDE_CHANGED' }],
    [`GET /api/ops/rides/${ride.id}`]: [200, completed],
  });
  await giveReason();
  await press('Complete for $159.82');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(useToastStore.getState().newest).toMatchObject({ title: 'Not completed', description: message });
});

test('a completion refused because the ride changed keeps what was typed, and is made by pressing again', async () => {
  const message = 'Note added by Kim Doe a moment ago; the board is up to date.';
  const replies: ApiReplies = {
    [COMPLETE]: [409, { message, code: 'RIDE_CHANGED' }],
    [`GET /api/ops/rides/${ride.id}`]: [200, { ...ride, version: 5 }],
  };
  const { calls, onClose } = await show(replies);
  await enter('120');
  await giveReason();
  await press('Complete for $120.00');
  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({ title: 'Not completed', description: message }),
  );
  expect(await screen.findByRole('button', { name: 'Complete for $120.00' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();

  replies[COMPLETE] = [200, { ...completed, version: 6 }];
  await press('Complete for $120.00');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, COMPLETE)).toEqual([
    { version: 4, finalFareCents: 12_000, reason: 'His phone died' },
    { version: 5, finalFareCents: 12_000, reason: 'His phone died' },
  ]);
});

test('a refused completion stays as it was typed even if the ride cannot be read again', async () => {
  const message = 'Note added by Kim Doe a moment ago; the board is up to date.';
  const { onClose } = await show({ [COMPLETE]: [409, { message, code: 'RIDE_CHANGED' }] });
  await giveReason();
  await press('Complete for $159.82');

  expect(await screen.findByRole('button', { name: 'Complete for $159.82' })).toBeVisible();
  expect(screen.getByLabelText('Reason')).toHaveValue('His phone died ');
  expect(onClose).not.toHaveBeenCalled();
});

test('an error stays at its field until the value is valid, and the button names the typed fare', async () => {
  await show({});
  await userEvent.clear(screen.getByLabelText('Final fare'));
  await press('Complete');
  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription('Please enter the final fare.');

  await enter('160');
  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription('At most $159.82.');
  await enter('150');
  expect(screen.getByLabelText('Final fare')).toBeValid();
  expect(screen.getByLabelText('Reason')).toBeInvalid();
  await giveReason();
  expect(screen.getByLabelText('Reason')).toBeValid();
});

test('an error from the server stays at its field until that field is edited', async () => {
  const message = 'Please give another reason.';
  const issues = [{ path: 'reason', message }];
  await show({ [COMPLETE]: [400, { code: 'INVALID_REQUEST', message, issues }] });
  await giveReason();
  await press('Complete for $159.82');
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(message));

  await enter('150');
  expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(message);
  await giveReason();
  expect(screen.getByLabelText('Reason')).toBeValid();
});

test('a typed completion stays on screen when the driver completes the ride, and the dialog says so', async () => {
  const driven: StaffRide = { ...ACCEPTED, status: 'in_progress' };
  const { user } = await openDrawer(driven);
  await user.click(await button('Complete ride'));
  await giveReason();

  act(() => receiveBoardEvent([{ ...driven, version: 9, status: 'completed', actualFareCents: 15_982 }]));

  expect(screen.getByRole('alert')).toHaveTextContent('Meanwhile the ride was completed.');
  expect(screen.getByLabelText('Reason')).toHaveValue('His phone died ');
  await user.click(await button('Leave it'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Complete the ride' })).toBeNull());
});
