// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { buildUnpaidRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { RiderRides } from './rider-rides.tsx';

test('back from the bank for a return trip, neither of its rides asks for the payment again', async () => {
  const [there, back, other] = [buildUnpaidRide(), buildUnpaidRide(), buildUnpaidRide()];
  there.order = { leg: 'there', otherRideId: back.id, dueCents: 16_082 };
  back.order = { leg: 'back', otherRideId: there.id, dueCents: 16_082 };
  await answerApi({
    [`GET /api/rides/rider/${RIDER_ID}`]: [200, [there, back, other]],
    [`POST /api/rides/${there.id}/payment-success`]: [202, { ride: there }],
  });
  const address = `/my-rides?rideId=${there.id}&payment_intent=pi_1&redirect_status=succeeded`;
  render(
    <MemoryRouter initialEntries={[address]}>
      <RiderRides riderId={RIDER_ID} renderVehicle={() => null} />
    </MemoryRouter>,
  );

  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));

  expect(screen.getAllByText('We are confirming your payment.')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Pay now' })).toHaveLength(1);
});
