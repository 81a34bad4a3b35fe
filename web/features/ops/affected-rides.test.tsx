// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { AffectedRides } from './affected-rides.tsx';

test('with no affected rides, a loading text is shown first and then a text that none are affected', async () => {
  const load = async () => [];
  render(<AffectedRides load={load} formatCount={String} />);
  expect(screen.getByText('Looking for affected rides...')).toBeVisible();

  expect(await screen.findByText('No rides are affected.')).toBeVisible();
});

test('affected rides are counted and listed, soonest first', async () => {
  const ride: OpenRide = {
    id: 'a'.repeat(24),
    version: 3,
    status: 'accepted',
    rideType: 'lux-suv',
    pickupLocation: 'Sphere, 255 Sands Ave',
    dropoffLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
    scheduledDate: '2031-11-20',
    scheduledTime: '18:30',
    customerName: 'Alex Morgan',
    driverId: null,
    vehicleId: null,
  };
  const sooner = { ...ride, id: 'b'.repeat(24), scheduledTime: '09:15', customerName: 'Robin Rider' };
  const load = async () => [ride, sooner];

  render(<AffectedRides load={load} formatCount={(count) => `${count} rides need another vehicle`} />);

  expect(await screen.findByText('2 rides need another vehicle:')).toBeVisible();
  const list = screen.getByRole('list', { name: '2 rides need another vehicle' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Robin Rider'),
    expect.stringContaining('Alex Morgan'),
  ]);
});

test('affected rides that cannot be loaded are announced for later', async () => {
  const load = () => Promise.reject(new Error('no answer'));

  render(<AffectedRides load={load} formatCount={String} />);

  expect(
    await screen.findByText('We couldn’t load the affected rides. You will see them next.'),
  ).toBeVisible();
});
