// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AffectedRides } from './affected-rides.tsx';

test('with no affected rides, a loading text is shown first and then a text that none are affected', async () => {
  const load = async () => [];
  render(<AffectedRides load={load} inWords={String} />);
  expect(screen.getByText('Looking for affected rides...')).toBeVisible();

  expect(await screen.findByText('No rides are affected.')).toBeVisible();
});
