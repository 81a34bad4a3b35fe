// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer, NOW } from '#web/testing/build-ride.ts';
import { DayStrip } from './day-strip.tsx';

test('a request just after midnight is shown on its own day, even if the drive to it starts the day before', () => {
  const offer = buildOffer({ scheduledDate: '2026-11-21', scheduledTime: '00:05' });

  render(<DayStrip rides={[]} offer={offer} now={NOW} />);

  expect(screen.getByText('Sat 21 Nov')).toBeVisible();
  expect(screen.queryByText('Fri 20 Nov')).toBeNull();
});

test('a ride that runs past midnight is also on the strip of the next day, from midnight on', () => {
  const night = buildDriverRide({ scheduledTime: '20:00', bookingType: 'hourly', hours: 8 });
  const offer = buildOffer({ scheduledDate: '2026-11-21', scheduledTime: '10:00' });

  render(<DayStrip rides={[night]} offer={offer} now={NOW} />);

  // The axis goes from midnight to midnight. A label ends where the next one begins.
  const [ridden, offered] = ['12:00 AM', '10:00 AM'].map((time) => screen.getByText(time).parentElement);
  const tenHours = (10 / 24) * 100;
  expect(ridden?.style.left).toBe('0%');
  expect(Number.parseFloat(offered?.style.left ?? '')).toBeCloseTo(tenHours);
  expect(ridden?.style.width).toMatch(/^calc\(41\.6\d*%/);
});
