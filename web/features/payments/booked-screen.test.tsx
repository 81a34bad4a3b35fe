// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { BookedScreen } from './booked-screen.tsx';

test.each([
  ['paid', 'Payment Successful', 'Your ride has been booked and paid for!'],
  ['waived', 'Booking Confirmed', 'Your ride has been booked and paid for!'],
  ['pending', 'Payment received', 'We are confirming it. My Rides shows when your ride is booked.'],
] as const)(
  'a booked ride whose payment is %s shows the heading “%s” and focuses it',
  (paymentStatus, title, text) => {
    render(<BookedScreen ride={buildUnpaidRide({ paymentStatus })} vehicle={null} onDone={() => {}} />);

    expect(screen.getByRole('heading', { name: title })).toBe(document.activeElement);
    expect(screen.getByText(text)).toBeVisible();
  },
);

test('the booked screen calls onDone after two seconds', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onDone = vi.fn();
  render(<BookedScreen ride={buildUnpaidRide({ paymentStatus: 'paid' })} vehicle={null} onDone={onDone} />);

  act(() => vi.advanceTimersByTime(1_999));
  expect(onDone).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onDone).toHaveBeenCalledOnce();
});

test('a ride that expires while the screen shows is not called booked, paid or unpaid', () => {
  const ride = buildUnpaidRide();
  const view = (shown: RiderRide) => <BookedScreen ride={shown} vehicle={null} onDone={() => {}} />;
  const { rerender, container } = render(view(ride));

  rerender(view({ ...ride, version: 2, status: 'cancelled', paymentStatus: 'expired' }));

  expect(screen.getByRole('heading', { name: 'This ride is no longer held' })).toBeVisible();
  expect(screen.getByText('Anything you paid goes back to your card.')).toBeVisible();
  expect(screen.getByText('Taking you to My Rides.')).toBeVisible();
  expect(container).not.toHaveTextContent(/booked|Payment Successful|\$/);
});
