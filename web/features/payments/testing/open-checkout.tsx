import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import {
  checkCard,
  confirmBooking,
  reopenCheckout,
  verifyPayment,
} from '#web/features/rides/api/checkout-actions.ts';
import { readRiderRide } from '#web/features/rides/api/rider-actions.ts';
import { buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { Checkout } from '../checkout.tsx';

/** Sets up each test of a file: the time, and no toast. */
export function setUpCheckout(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    useToastStore.setState({ newest: null });
  });
  afterEach(() => void vi.useRealTimers());
}

/** The unpaid ride of the checkout, and the call that reads it. */
export const ride = buildUnpaidRide();
export const READ = `GET /api/rides/${ride.id}`;

const calls = { readRide: readRiderRide, reopenCheckout, checkCard, confirmBooking, verifyPayment };

/** Opens the checkout of the ride. */
export const renderCheckout = () =>
  render(
    <MemoryRouter>
      <Checkout
        params={{ rideId: ride.id, clientSecret: 'pi_1_secret_2' }}
        calls={calls}
        liveRide={null}
        returnRide={null}
        renderVehicle={() => null}
        onDone={() => {}}
      />
    </MemoryRouter>,
  );

/** Returns kind, title and text of the newest toast; null if there is none. */
export const newestToast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.kind, newest.title, newest.description];
};
