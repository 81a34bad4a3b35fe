// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { RideRider } from './ride-facts.tsx';

test('the email address of a rider cannot add recipients to its mailto link', () => {
  const ride = buildStaffRide({ customerName: 'Hannah Cho', customerEmail: 'a@b.co?bcc=x%40evil.com' });
  render(<RideRider ride={ride} isAdmin={false} />);

  expect(screen.getByRole('link', { name: 'Email Hannah Cho' })).toHaveAttribute(
    'href',
    'mailto:a@b.co%3Fbcc%3Dx%2540evil.com',
  );
});
