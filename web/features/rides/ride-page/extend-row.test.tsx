// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { receiveRides } from '../store/ride-store.ts';
import { showRidePage } from './testing/show-ride-page.tsx';

test('asking for more time opens the payment of the extension at once', async () => {
  const id = 'c'.repeat(24);
  const ride = buildRiderRide({ status: 'in_progress', bookingType: 'hourly', hours: 3 });
  const extension = { id, kind: 'extension', amountCents: 2_991, status: 'open', reason: null } as const;
  await showRidePage(ride, {
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [`GET /api/rides/${ride.id}/extension`]: [200, { dueCents: 2_991, endsAt: NOW.toISOString() }],
    [`POST /api/rides/${ride.id}/extend`]: [
      200,
      { ride: { ...ride, version: 9, charges: [extension] }, chargeId: id },
    ],
  });

  await userEvent.click(await screen.findByRole('button', { name: /^30 more minutes/ }));

  expect(await screen.findByText('Paying 2991')).toBeVisible();
});

test('the offer of more time moves on when the ride was extended in another window', async () => {
  const ride = buildRiderRide({ status: 'in_progress', bookingType: 'hourly', hours: 3 });
  const extension = `GET /api/rides/${ride.id}/extension`;
  const replies: ApiReplies = {
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [extension]: [200, { dueCents: 2_991, endsAt: '2026-11-21T06:00:00.000Z' }],
  };
  await showRidePage(ride, replies);
  await screen.findByRole('button', { name: /until 10:00 PM$/ });
  replies[extension] = [200, { dueCents: 2_991, endsAt: '2026-11-21T06:30:00.000Z' }];

  act(() => receiveRides([{ ...ride, version: 9, hours: 3.5 }]));

  expect(await screen.findByRole('button', { name: /until 10:30 PM$/ })).toBeVisible();
});
