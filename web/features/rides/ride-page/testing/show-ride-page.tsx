import { render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { RIDER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { RiderRidePage } from '../rider-ride-page.tsx';

/**
 * Shows the page of a ride. Payments, maps and forms of other features are replaced by a line of text, and
 * the query of the address is shown in the element with test id `address`.
 *
 * @param search the query of the page's address, with the question mark
 * @returns the mock that is called to book the ride again
 */
export async function showRidePage(
  ride: RiderRide,
  replies: ApiReplies = { [`GET /api/rides/${ride.id}`]: [200, ride] },
  search = '',
) {
  await answerApi(replies);
  const onBookAgain = vi.fn();
  render(
    <MemoryRouter initialEntries={[`/my-rides/${ride.id}${search}`]}>
      <Address />
      <RiderRidePage
        riderId={RIDER_ID}
        rideId={ride.id}
        renderVehicle={() => null}
        renderPayment={(_ride, { amountCents }) => <p>Paying {amountCents}</p>}
        renderTip={() => null}
        renderMap={({ title, seen }) => <p>{[title, seen].filter(Boolean).join(', ')}</p>}
        onBookAgain={onBookAgain}
      />
    </MemoryRouter>,
  );
  return onBookAgain;
}

const Address = () => <p data-testid="address">{useLocation().search}</p>;

/** Finds the page's heading. */
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** The actions under Manage. */
export const manage = () => within(screen.getByRole('region', { name: 'Manage' }));
