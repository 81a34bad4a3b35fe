// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import { FareDialog } from './fare-dialog.tsx';
import { moneyOf } from './money-rows.ts';
import { button, openDrawer, RIDE, setUpDrawer } from './testing/open-drawer.tsx';

setUpDrawer();

/** Completed for $60 of $159.82, under review. */
const REVIEWED = {
  status: 'completed',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
  fareReview: { proposedCents: 6_000, pendingSince: '2026-11-21T00:12:00.000Z' },
  driverShareCents: 0,
} as const;
const ride = buildStaffRide(REVIEWED);
const DECIDE = `POST /api/ops/rides/${ride.id}/final-fare`;
const decided: StaffRide = {
  ...ride,
  version: 3,
  actualFareCents: 6_000,
  fareReview: { proposedCents: 6_000 },
};

async function show(replies: ApiReplies, isAdmin = true, shown = ride) {
  const calls = await answerApi(replies);
  const onClose = vi.fn();
  render(<FareDialog ride={shown} isAdmin={isAdmin} onClose={onClose} />);
  return { calls, onClose };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const enter = async (amount: string) => {
  await userEvent.clear(screen.getByLabelText('Final fare'));
  await userEvent.type(screen.getByLabelText('Final fare'), amount);
};

test('the fare proposed by the driver is confirmed with one press, with refund and driver’s share shown', async () => {
  const { calls, onClose } = await show({ [DECIDE]: [200, decided] });
  expect(screen.getByRole('dialog')).toHaveTextContent('Sam completed ride');
  expect(screen.getByText('Goes back').parentElement).toHaveTextContent('−$99.82');
  expect(screen.getByText('Driver’s share').parentElement).toHaveTextContent('$41.06');
  expect(screen.queryByLabelText('Reason')).toBeNull();

  await press('Confirm $60.00');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, DECIDE).at(-1)).toEqual({ version: ride.version, finalFareCents: 6_000 });
  expect(useToastStore.getState().newest?.title).toBe('The final fare is $60.00');
});

test('a final fare other than the proposed one requires a reason and is at most what was paid', async () => {
  const { calls, onClose } = await show({ [DECIDE]: [200, { ...decided, actualFareCents: 12_000 }] });
  await enter('200');
  await press('Set $200.00');
  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription('At most $159.82.');
  expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription('Please give a reason.');

  await enter('120');
  await userEvent.type(screen.getByLabelText('Reason'), 'They rode for an hour');
  await press('Set $120.00');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body).toEqual({
    version: ride.version,
    finalFareCents: 12_000,
    reason: 'They rode for an hour',
  });
});

test('fewer minutes of waiting than recorded require a reason, and the amounts follow them', async () => {
  const waited = { ...ride, waiting: { minutes: 40, cents: 4_000 } };
  const charged = { ...decided, waiting: { minutes: 10, cents: 1_000 } };
  const { calls, onClose } = await show({ [DECIDE]: [200, charged] }, true, waited);
  expect(screen.getByText('Goes back').parentElement).toHaveTextContent('−$59.82');
  const minutes = screen.getByLabelText('Minutes of waiting');
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '50');
  await press('Set $60.00');
  expect(minutes).toHaveAccessibleDescription('Please enter whole minutes, up to 40.');

  await userEvent.clear(minutes);
  await userEvent.type(minutes, '10');
  expect(screen.getByText('Goes back').parentElement).toHaveTextContent('−$89.82');
  await userEvent.type(screen.getByLabelText('Reason'), 'They started late');
  await press('Set $60.00');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, DECIDE)).toEqual([
    { version: ride.version, finalFareCents: 6_000, waitingMinutes: 10, reason: 'They started late' },
  ]);
  expect(useToastStore.getState().newest?.title).toBe('The final fare is $60.00, with 10 minutes of waiting');
});

test('a final fare by a dispatcher refunds at most the limit, and the message refers to an admin', async () => {
  const { calls } = await show({}, false);
  await enter('50');
  await userEvent.type(screen.getByLabelText('Reason'), 'They left early');
  await press('Set $50.00');

  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription(
    'At least $59.82, or ask an admin.',
  );
  expect(screen.getByText(/Dispatchers can give back up to \$100 a ride/)).toBeVisible();
  await callsArrived();
  expect(calls).toEqual([]);
});

test('earlier refunds by a dispatcher count against the limit, and the rest of it is shown', async () => {
  const earlier = {
    id: 'b'.repeat(24),
    toCardCents: 3_000,
    toGiftCardCents: 0,
    reason: 'x',
    by: 'x',
    at: ride.createdAt,
  };
  await show({}, false, { ...ride, adjustments: [earlier] });
  await enter('80');
  await userEvent.type(screen.getByLabelText('Reason'), 'They left early');
  await press('Set $80.00');

  expect(screen.getByLabelText('Final fare')).toHaveAccessibleDescription(
    'At least $89.82, or ask an admin.',
  );
  expect(screen.getByText(/up to \$100 a ride, of which \$70\.00 is left\./)).toBeVisible();
});

test('when someone else decided the final fare first, the dialog closes and a toast names them', async () => {
  const message = 'Final fare decided by Dana Reyes a moment ago; the board is up to date.';
  const { onClose } = await show({
    [DECIDE]: [409, { message, code: 'RIDE_CHANGED' }],
    [`GET /api/ops/rides/${ride.id}`]: [200, decided],
  });
  await press('Confirm $60.00');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(useToastStore.getState().newest).toMatchObject({ title: 'Not decided', description: message });
});

test('a decision refused because the ride changed keeps what was typed, and is made by pressing again', async () => {
  const message = 'Note added by Kim Doe a moment ago; the board is up to date.';
  const replies: ApiReplies = {
    [DECIDE]: [409, { message, code: 'RIDE_CHANGED' }],
    [`GET /api/ops/rides/${ride.id}`]: [200, { ...ride, version: ride.version + 1 }],
  };
  const { calls, onClose } = await show(replies);
  await enter('120');
  await userEvent.type(screen.getByLabelText('Reason'), 'They rode for an hour');
  await press('Set $120.00');
  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({ title: 'Not decided', description: message }),
  );
  expect(await screen.findByRole('button', { name: 'Set $120.00' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();

  replies[DECIDE] = [200, { ...decided, actualFareCents: 12_000 }];
  await press('Set $120.00');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(calls, DECIDE)).toMatchObject([
    { version: ride.version, finalFareCents: 12_000 },
    { version: ride.version + 1, finalFareCents: 12_000, reason: 'They rode for an hour' },
  ]);
});

test('a typed final fare stays on screen when a colleague decides it, and the dialog says so', async () => {
  const { user } = await openDrawer({ ...RIDE, ...REVIEWED });
  await user.click(await button('Decide final fare'));
  await enter('120');
  await user.type(screen.getByLabelText('Reason'), 'They rode for an hour');

  act(() => receiveBoardEvent([{ ...RIDE, ...REVIEWED, version: 9, fareReview: { proposedCents: 6_000 } }]));

  expect(screen.getByRole('alert')).toHaveTextContent('Meanwhile the final fare was decided.');
  expect(screen.getByLabelText('Reason')).toHaveValue('They rode for an hour');
  await user.click(await button('Leave it'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Decide the final fare' })).toBeNull());
});

test('the money rows show the proposed fare as undecided, and the final fare once it is decided', () => {
  expect(moneyOf(ride).moved).toContainEqual({
    label: 'Completed for',
    cents: 6_000,
    note: 'To be decided',
    isWarning: true,
  });
  expect(moneyOf(decided).moved).toContainEqual({ label: 'Final fare', cents: 6_000 });
});
