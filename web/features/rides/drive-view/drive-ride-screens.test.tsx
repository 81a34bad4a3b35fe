// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { Driving } from './drive-ride-screens.tsx';

test('a ride that starts late shows a later planned end', () => {
  const underWay = buildDriverRide({ status: 'in_progress' });
  const { rerender } = render(<Driving ride={underWay} />);
  expect(screen.getByText('Planned until 7:15 PM')).toBeVisible();

  const begun = { change: 'in_progress' as const, at: '2026-11-21T02:50:00.000Z', version: 4 };
  rerender(<Driving ride={{ ...underWay, history: [...underWay.history, begun] }} />);
  expect(screen.getByText('Planned until 7:35 PM')).toBeVisible();
});
