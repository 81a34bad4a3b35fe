// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer, NOW } from '#web/testing/build-ride.ts';
import { DayStrip } from './day-strip.tsx';

test('the day of a request just after midnight is its own, though the drive to it begins on the evening before', () => {
  const offer = buildOffer({ scheduledDate: '2026-11-21', scheduledTime: '00:05' });

  render(<DayStrip rides={[]} offer={offer} now={NOW} />);

  expect(screen.getByText('Sat 21 Nov')).toBeDefined();
  expect(screen.queryByText('Fri 20 Nov')).toBeNull();
});

test('a ride that goes on after midnight is on the strip of the day after too, from midnight on', () => {
  const night = buildDriverRide({ scheduledTime: '20:00', bookingType: 'hourly', hours: 8 });
  const offer = buildOffer({ scheduledDate: '2026-11-21', scheduledTime: '10:00' });

  render(<DayStrip rides={[night]} offer={offer} now={NOW} />);

  expect(screen.getAllByText('12:00 AM')).toHaveLength(1);
});
