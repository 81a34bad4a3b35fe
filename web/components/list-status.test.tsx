// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setConnection } from '#web/lib/connection-store.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { StaleBanner } from './list-status.tsx';

const banner = () => screen.queryByText(/^Rides below are from /);

beforeEach(() => setConnection('reconnecting'));

test('the stale banner stays while a pointer is pressed, even if the connection is back', async () => {
  render(<StaleBanner what="Rides" asOf={NOW} />);
  await screen.findByText(/^Rides below are from /, {}, { timeout: 10_000 });
  fireEvent.pointerDown(document.body);

  act(() => setConnection('live'));

  expect(banner()).not.toBeNull();
  fireEvent.pointerUp(document.body);
  expect(banner()).not.toBeNull();
  await expect.poll(banner).toBeNull();
});

test('without a pressed pointer, the stale banner disappears as soon as the connection is back', async () => {
  render(<StaleBanner what="Rides" asOf={NOW} />);
  await screen.findByText(/^Rides below are from /, {}, { timeout: 10_000 });

  act(() => setConnection('live'));

  expect(banner()).toBeNull();
});
