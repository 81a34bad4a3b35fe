// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AffectedRides } from './affected-rides.tsx';

test('of a person as of a vehicle it is said that no ride is affected', async () => {
  const load = async () => [];
  render(<AffectedRides load={load} inWords={String} />);
  expect(screen.getByText('Looking for affected rides...')).toBeVisible();

  expect(await screen.findByText('No rides are affected.')).toBeVisible();
});
