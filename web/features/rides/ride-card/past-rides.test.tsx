// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatRefund } from '#common/rides/ride.ts';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import { PastRides } from './past-rides.tsx';

test('a past ride shows its actual fare and the refund', () => {
  const ride = buildRiderRide({
    status: 'completed',
    estimatedFare: '$97.37',
    actualFare: '$85.37',
    refundedAmount: '$12.00',
  });
  render(<PastRides rides={[ride]} now={NOW} noteOf={formatRefund} />);

  const row = screen.getByRole('listitem');
  for (const part of ['Completed', '$85.37', '$12.00 went back to your card.'])
    expect(row.textContent).toContain(part);
  expect(row.textContent).not.toContain('$97.37');
});

test('a past ride without a note shows only its fare', () => {
  render(<PastRides rides={[buildRiderRide({ status: 'completed' })]} now={NOW} noteOf={() => null} />);
  expect(screen.getByRole('listitem').lastElementChild?.textContent).toBe('$159.82');
});
