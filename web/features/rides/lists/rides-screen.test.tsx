// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import { buildDriverRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { emptyRideList, type RideList } from '../store/ride-list.ts';
import { RidesScreen } from './rides-screen.tsx';

function show(list: RideList<DriverRide>, active: DriverRide[] = []) {
  const onRetry = vi.fn();
  const { container } = render(
    <RidesScreen
      list={list}
      onRetry={onRetry}
      action="[more rides]"
      emptyState="[no active rides]"
      active={active}
      renderActive={({ id }) => <article aria-label={id} />}
    >
      [past rides]
    </RidesScreen>,
  );
  return { onRetry, container, text: container.textContent ?? '' };
}

const loading: RideList<DriverRide> = emptyRideList(DRIVER_ID);
const ready: RideList<DriverRide> = { ...loading, phase: 'ready', asOf: NOW };
const completed = buildDriverRide({ status: 'completed' });

test('a loading list shows that it is loading', () => {
  const { container } = show(loading);
  expect(screen.getByRole('status').textContent).toBe('Loading rides...');
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
});

test('a list that failed to load shows the reason and can be tried again', async () => {
  const { onRetry, text } = show({ ...loading, phase: 'failed', problem: 'Please log in.' });
  expect(screen.getByRole('alert').textContent).toContain('Please log in.');
  expect(text).not.toContain('Live');

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(onRetry).toHaveBeenCalledOnce();
});

test('without any rides only the empty state is shown', () => {
  const { text } = show(ready);
  expect(text).toContain('[no active rides]');
  expect(text).not.toContain('[past rides]');
  expect(screen.queryByRole('region')).toBeNull();
});

test('past rides are listed even if no ride is active', () => {
  const { text } = show({ ...ready, rides: { [completed.id]: completed } });
  expect(screen.getByRole('region', { name: 'Active Rides' }).textContent).toContain('[no active rides]');
  expect(text.indexOf('[past rides]')).toBeGreaterThan(text.indexOf('[no active rides]'));
  expect(text).not.toContain('[more rides]');
});

test('active rides are counted and shown', () => {
  const ride = buildDriverRide();
  const { text } = show({ ...ready, rides: { [ride.id]: ride } }, [ride]);
  expect(screen.getByRole('article', { name: ride.id })).toBeVisible();
  expect(screen.getByText('1 ride')).toBeVisible();
  expect(text).toContain('[more rides]');
});
