// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import type { Draft } from './draft.ts';
import { FarePanel } from './fare-panel.tsx';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

/** Renders the panel and waits for the lazy-loaded fare. */
async function show(overrides: Partial<Draft> = {}, isPending = false) {
  const onPaint = vi.fn();
  const panel = (draft: Draft) => (
    <FarePanel
      draft={draft}
      pricing={buildPricing()}
      isPending={isPending}
      onPaint={onPaint}
      renderVehicle={(vehicle, paint) => <i>{`${vehicle.id} in ${paint}`}</i>}
    />
  );
  const { rerender } = render(panel(buildDraft(overrides)));
  await screen.findByText('Service and insurance');
  return { onPaint, change: (next: Partial<Draft>) => rerender(panel(buildDraft(next))) };
}

/** Returns the amounts shown, by label. */
const amounts = () => {
  const cells = screen.queryAllByRole('definition').map((cell) => cell.textContent);
  return Object.fromEntries(
    screen.queryAllByRole('term').map((term, index) => [term.textContent, cells[index]]),
  );
};

test('a complete form shows the fare line by line', async () => {
  await show();
  expect(amounts()).toMatchObject({
    'Base fare, 3 hours at $55.00': '$165.00',
    'NTA tax, 3%': '$4.95',
    'Gratuity, 18%': '$35.63',
    'Service and insurance': 'Included',
  });
  expect(amounts()).not.toHaveProperty('Airport pickup fee');
  expect(screen.getByText('Fare Estimate')).toBeVisible();
  expect(screen.getByText('$233.58')).toHaveAttribute('aria-live', 'polite');
});

test('an incomplete form asks for what is missing instead of showing a fare', async () => {
  const { change } = await show();
  change({ dropoffLocation: '' });
  expect(screen.getByText('Enter pickup, drop-off and hours to see the fare.')).toBeVisible();
  expect(screen.queryByText('Fare Estimate')).toBeNull();
});

test('a stop without a place has no line in the fare', async () => {
  const { change } = await show({ bookingType: 'point-to-point', stops: ['Sphere', ''] });
  expect(amounts()).toMatchObject({ 'Stop on the way': '$15.00' });

  change({ bookingType: 'point-to-point', stops: [''] });
  expect(Object.keys(amounts()).filter((label) => /stop/i.test(label))).toEqual([]);
});

test('an airport pickup has a line with its fee', async () => {
  await show({ pickupLocation: 'Terminal 3, departures' });
  expect(amounts()).toMatchObject({ 'Airport pickup fee': '$10.00' });
});

test('the vehicle is drawn in the chosen color, and its other colors can be chosen', async () => {
  const { onPaint } = await show({ vehicleId: 'hummer-18', preferredColor: 'pink' });
  expect(screen.getByText('hummer-18 in pink')).toBeVisible();
  expect(screen.getByText('18 passengers')).toBeVisible();
  const paints = within(screen.getByRole('radiogroup', { name: 'Hummer 18 color' }));
  expect(paints.getAllByRole('radio')).toHaveLength(4);
  expect(paints.getByRole('radio', { name: 'pink' })).toBeChecked();

  await userEvent.click(paints.getByRole('radio', { name: 'black' }));
  expect(onPaint).toHaveBeenCalledExactlyOnceWith('black');
});

test('while the request is pending, the button says so and is disabled', async () => {
  await show({}, true);
  expect(screen.getByRole('button', { name: 'Requesting...' })).toHaveAttribute('aria-disabled', 'true');
});

test('a promo code is a line of the fare, and a gift card reduces the amount to pay', async () => {
  await show({ promo: buildPromo(), giftCard: buildGiftCard({ currentBalance: 100 }) });
  expect(amounts()).toMatchObject({
    'Promo code': '−$25.00',
    'Fare Estimate': '$208.58',
    'Gift card': '−$100.00',
  });
  expect(screen.getByText('To pay')).toBeVisible();
  expect(screen.getByText('$108.58')).toBeVisible();
  expect(screen.queryByText(/stays on your gift card/)).toBeNull();
});

test('when a gift card covers the ride, the remaining balance is shown', async () => {
  await show({ giftCard: buildGiftCard() });
  expect(screen.getByText('$0.00')).toBeVisible();
  expect(screen.getByText(/\$16\.42 stays on your gift card\./)).toBeVisible();
});
