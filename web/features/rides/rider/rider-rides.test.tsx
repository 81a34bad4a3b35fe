// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildRiderRide, buildUnpaidRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { clearRides, receiveRides } from '../store/ride-store.ts';
import { RiderRides } from './rider-rides.tsx';

const LIST = `GET /api/rides/rider/${RIDER_ID}`;

beforeEach(clearRides);

const show = (address = '/my-rides') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <RiderRides riderId={RIDER_ID} renderVehicle={() => null} />
    </MemoryRouter>,
  );

test('after the bank redirect of a return trip, neither of its rides asks for payment again', async () => {
  const [there, back, other] = [buildUnpaidRide(), buildUnpaidRide(), buildUnpaidRide()];
  there.order = { leg: 'there', otherRideId: back.id, dueCents: 16_082 };
  back.order = { leg: 'back', otherRideId: there.id, dueCents: 16_082 };
  await answerApi({
    [LIST]: [200, [there, back, other]],
    [`POST /api/rides/${there.id}/payment-success`]: [202, { ride: there }],
  });
  const address = `/my-rides?rideId=${there.id}&payment_intent=pi_1&redirect_status=succeeded`;
  show(address);

  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));

  expect(screen.getAllByText('We are confirming your payment.')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Pay now' })).toHaveLength(1);
});

test('after the bank redirect of a paid return trip, the toast says that both rides are booked', async () => {
  useToastStore.setState({ newest: null });
  const [there, back] = [buildUnpaidRide(), buildUnpaidRide()];
  there.order = { leg: 'there', otherRideId: back.id, dueCents: 16_082 };
  const paid = { ...there, version: 2, paymentStatus: 'paid' };
  await answerApi({
    [LIST]: [200, [there, back]],
    [`POST /api/rides/${there.id}/payment-success`]: [200, { ride: paid }],
  });

  show(`/my-rides?rideId=${there.id}&payment_intent=pi_1&redirect_status=succeeded`);

  await waitFor(() =>
    expect(useToastStore.getState().newest?.description).toBe('Both rides have been booked and paid for!'),
  );
});

test.each([
  ['staff cancel the ride', buildRiderRide(), 'Cancel ride', { cancelledBy: 'operations' as const }],
  ['the booking expires', buildUnpaidRide(), 'Cancel this booking', { paymentStatus: 'expired' as const }],
])(
  'the dialog to cancel stays open when %s and its card moves to another section',
  async (_what, ride, button, change) => {
    await answerApi({ [LIST]: [200, [ride]] });
    show();
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await screen.findByRole('dialog');

    act(() => receiveRides([{ ...ride, version: 9, status: 'cancelled', ...change }]));

    const dialog = within(screen.getByRole('dialog', { name: 'This ride is cancelled' }));
    await userEvent.click(dialog.getByText('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('region', { name: 'Cancelled Rides' })).toBeVisible();
  },
);

test('a list of rides that failed to reload when shown again is read again until that succeeds', async () => {
  const ride = buildRiderRide();
  const replies: ApiReplies = { [LIST]: [200, [ride]] };
  const calls = await answerApi(replies);
  const { unmount } = show();
  expect(await screen.findAllByRole('article')).toHaveLength(1);
  unmount();
  // The ride is cancelled while the page receives no events.
  const cancelled = { ...ride, version: ride.version + 1, status: 'cancelled', cancelledBy: 'operations' };
  replies[LIST] = () => {
    replies[LIST] = [200, [cancelled]];
    return [503, {}];
  };
  const { passUntil, release } = holdTime();

  show();
  await passUntil(() => calls.length >= 3);
  release();

  expect(await screen.findByRole('region', { name: 'Cancelled Rides' })).toBeVisible();
});
