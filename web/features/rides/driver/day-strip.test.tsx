// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildOffer, NOW } from '#web/testing/build-ride.ts';
import { DayStrip } from './day-strip.tsx';

test('the day of a request just after midnight is its own, though the drive to it begins on the evening before', () => {
  const offer = buildOffer({ scheduledDate: '2026-11-21', scheduledTime: '00:05' });

  render(<DayStrip rides={[]} offer={offer} now={NOW} />);

  expect(screen.getByText('Sat 21 Nov')).toBeDefined();
  expect(screen.queryByText('Fri 20 Nov')).toBeNull();
});
