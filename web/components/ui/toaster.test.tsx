// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** Renders the toaster of a newly loaded page, with fresh modules. */
async function beginPage() {
  const { Toaster } = await import('./toaster.tsx');
  render(
    <MemoryRouter>
      <Toaster />
    </MemoryRouter>,
  );
  return import('./toast.ts');
}

beforeEach(() => void vi.resetModules());

test('the first toast loads the toast region, which shows it', async () => {
  const { toast } = await beginPage();

  act(() => toast.success('Promo code applied!', 'You saved $25.00'));

  expect(await screen.findByRole('status')).toHaveTextContent('Promo code applied!');
});

test('an error toast is shown with a reload button even if the toast region fails to load', async () => {
  vi.doMock('./toast-region.tsx', () => {
    throw new Error('offline');
  });
  onTestFinished(() => void vi.doUnmock('./toast-region.tsx'));
  const { toast } = await beginPage();

  act(() => toast.error('Error', 'Failed to request ride'));

  expect(await screen.findByRole('alert')).toHaveTextContent(/^ErrorFailed to request ride Reload the page$/);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});
