// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setConnection } from '#web/lib/connection-store.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { StaleBanner } from './list-status.tsx';

const banner = () => screen.queryByText(/^Rides below are from /);

beforeEach(() => setConnection('reconnecting'));

test('rows below stay where they are while one is pressed, though the connection is back', async () => {
  render(<StaleBanner what="Rides" asOf={NOW} />);
  await screen.findByText(/^Rides below are from /, {}, { timeout: 10_000 });
  fireEvent.pointerDown(document.body);

  act(() => setConnection('live'));

  expect(banner()).not.toBeNull();
  fireEvent.pointerUp(document.body);
  expect(banner()).not.toBeNull();
  await expect.poll(banner).toBeNull();
});

test('where nothing is pressed the banner goes as the connection comes back', async () => {
  render(<StaleBanner what="Rides" asOf={NOW} />);
  await screen.findByText(/^Rides below are from /, {}, { timeout: 10_000 });

  act(() => setConnection('live'));

  expect(banner()).toBeNull();
});
