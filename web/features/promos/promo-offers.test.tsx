// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import type { Loaded } from '#web/lib/use-loaded.ts';
import { OffersShown } from './promo-offers.tsx';

const offer: PromoOffer = {
  title: 'Holidays',
  discount: '10%',
  code: 'HOLIDAY10',
  description: 'Off every ride in December.',
  badge: null,
  validUntil: 'December 31, 2026',
};

const show = (state: Loaded<readonly PromoOffer[]>, onRetry = () => {}) =>
  render(
    <MemoryRouter>
      <OffersShown state={state} onRetry={onRetry} />
    </MemoryRouter>,
  );

beforeEach(() => useToastStore.setState({ newest: null }));

test('an offer is shown with its code and its last day', () => {
  show({ phase: 'loaded', value: [offer] });
  const shown = within(screen.getByRole('listitem'));
  expect(shown.getByRole('heading', { name: 'Holidays' })).toBeVisible();
  for (const text of ['10%', 'HOLIDAY10', 'Off every ride in December.', 'Valid until December 31, 2026']) {
    expect(shown.getByText(text)).toBeVisible();
  }
});

test('the code of an offer can be copied', async () => {
  const user = userEvent.setup();
  show({ phase: 'loaded', value: [offer] });
  await user.click(screen.getByRole('button', { name: 'Copy HOLIDAY10' }));

  expect(await navigator.clipboard.readText()).toBe('HOLIDAY10');
  expect(useToastStore.getState().newest?.title).toBe('HOLIDAY10 copied');
});

test('without offers a link to book a ride is shown', () => {
  show({ phase: 'loaded', value: [] });
  expect(screen.getByRole('heading', { name: 'No offers right now' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a Ride' })).toHaveAttribute('href', '/#booking');
});

test('a text is shown while the offers are loading', () => {
  show({ phase: 'loading' });
  expect(screen.getByText('Loading offers...')).toBeVisible();
});

test('an error while loading the offers is shown with a button to try again', async () => {
  const onRetry = vi.fn();
  show({ phase: 'failed', error: new Error('no answer') }, onRetry);
  expect(screen.getByRole('alert')).toHaveTextContent('The server didn’t answer.');

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
