// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { receiveRides } from '../store/ride-store.ts';
import { heading, manage, showRidePage } from './testing/show-ride-page.tsx';

const charge = { kind: 'difference' as const, amountCents: 9_064, reason: 'Two more hours' };

beforeEach(() => useToastStore.setState({ newest: null }));

test.each([
  ['succeeded', 'Payment Successful'],
  ['failed', 'Payment Failed'],
])(
  'after a bank redirect that %s, the charge is looked up and the secret is removed from the URL',
  async (status, title) => {
    const id = 'c'.repeat(24);
    const ride = buildRiderRide({ charges: [{ ...charge, id, status: 'open' }] });
    const paid = { ...ride, version: 9, charges: [{ ...charge, id, status: 'paid' as const }] };
    await showRidePage(
      ride,
      {
        [`GET /api/rides/${ride.id}`]: [200, ride],
        [`POST /api/rides/${ride.id}/charges/${id}/payment-success`]: [200, { ride: paid }],
      },
      `?chargeId=${id}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=${status}`,
    );

    await waitFor(() => expect(useToastStore.getState().newest?.title).toBe(title));
    expect(screen.getByTestId('address')).toHaveTextContent('');
    expect(screen.getByTestId('address')).not.toHaveTextContent('secret');
  },
);

test('after a bank redirect, a charge that is still being confirmed is called received', async () => {
  const id = 'c'.repeat(24);
  const ride = buildRiderRide({ charges: [{ ...charge, id, status: 'open' }] });
  await showRidePage(
    ride,
    {
      [`GET /api/rides/${ride.id}`]: [200, ride],
      [`POST /api/rides/${ride.id}/charges/${id}/payment-success`]: [202, { ride }],
    },
    `?chargeId=${id}&payment_intent=pi_1&redirect_status=succeeded`,
  );

  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({
      ...{ kind: 'success', title: 'Payment received' },
      description: 'We are confirming it with the bank.',
    }),
  );
});

test('dropping an edit without an answer shows No answer, since it may have been dropped', async () => {
  const ride = buildRiderRide({ charges: [{ ...charge, id: 'c'.repeat(24), status: 'open' }] });
  await showRidePage(ride);
  const drop = await screen.findByRole('button', { name: 'Keep as it was' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

  await userEvent.click(drop);

  await waitFor(() => expect(useToastStore.getState().newest).toMatchObject({ title: 'No answer' }));
});

test.each([
  ['adjustment', 'Nothing to pay', '$90.64 is no longer due.'],
  ['difference', 'The change was not made', 'Your ride has moved on.'],
] as const)(
  'when a charge (%s) is withdrawn while it is being paid, the toast says “%s”',
  async (kind, title, text) => {
    const ride = buildRiderRide({ charges: [{ ...charge, kind, id: 'c'.repeat(24), status: 'open' }] });
    await showRidePage(ride);
    await heading('Finding your driver');
    await userEvent.click(manage().getByRole('button', { name: /^Pay \$90\.64/ }));

    act(() => receiveRides([{ ...ride, version: 9, charges: [] }]));

    await waitFor(() => expect(useToastStore.getState().newest?.title).toBe(title));
    expect(useToastStore.getState().newest?.description).toContain(text);
  },
);
