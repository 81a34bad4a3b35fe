// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { TrackingSection } from './tracking-section.tsx';

beforeEach(async () => {
  // The section never comes near the viewport, so its map is not loaded.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<TrackingSection />);
  await screen.findByRole('article', { name: 'Sample ride' });
});

test('without its map the section shows the sample ride as text', () => {
  const ride = screen.getByRole('article', { name: 'Sample ride' });
  for (const text of [
    'Marcus Thompson',
    'Rated 4.9 of 5 · 328 trips',
    'LUX 4821',
    '7 min',
    'Sahara Ave',
    'Pickup, 7:30 PM',
    'Drop-off, 7:48 PM',
  ]) {
    expect(ride).toHaveTextContent(text);
  }
});

test('the sample ride is labelled as a demo', () => {
  expect(screen.getByText(/^A demo, not a live ride\./)).toBeVisible();
});
