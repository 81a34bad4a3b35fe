// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { FleetCard } from './fleet-card.tsx';
import { FLEET_ORDER } from './fleet-carousel.tsx';

/** Renders the card of a vehicle, and waits for its drawing. */
async function show(id: string) {
  const vehicle = FLEET_ORDER.find((each) => each.id === id);
  if (!vehicle) throw new Error(`no vehicle ${id}`);
  const onSelect = vi.fn();
  const { container } = render(
    <FleetCard vehicle={vehicle} rates={SEEDED_RATES} isDrawn onSelect={onSelect} />,
  );
  const drawing = await waitFor(() => {
    const art = container.querySelector('svg.vehicle path');
    expect(art).not.toBeNull();
    return art?.closest('svg') as SVGSVGElement;
  });
  return { vehicle, drawing, onSelect };
}

test('a card shows the size, rates and pickup time of a vehicle, drawn in its first paint', async () => {
  const { drawing } = await show('hummer-18');

  expect(screen.getByText('18 passengers')).toBeVisible();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Per hour',
    'Point to point',
    'Pickup in',
  ]);
  expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
    '$135–155',
    '$125–145',
    '30 min',
  ]);
  expect(drawing).toHaveAttribute('data-paint', 'pink');
  const paints = within(screen.getByRole('radiogroup', { name: 'Hummer 18 color' }));
  expect(paints.getAllByRole('radio')).toHaveLength(4);
  expect(paints.getByRole('radio', { name: 'pink' })).toBeChecked();
});

test('a vehicle is selected in the paint that is shown', async () => {
  const { vehicle, drawing, onSelect } = await show('hummer-18');
  await userEvent.click(screen.getByRole('radio', { name: 'black' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select Hummer 18' }));

  expect(drawing).toHaveAttribute('data-paint', 'black');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(vehicle, 'black');
});

test('all vehicle drawings share one scale', async () => {
  const scales: number[] = [];
  for (const id of ['lux-sedan', 'shuttle-45']) {
    const { drawing } = await show(id);
    const percent = Number.parseFloat(drawing.parentElement?.style.width ?? '');
    const centimetres = Number(drawing.getAttribute('viewBox')?.split(' ')[2]);
    scales.push(centimetres / percent);
  }
  expect(scales[0]).toBeCloseTo(scales[1] ?? 0, 6);
});

test('every vehicle is in the carousel exactly once', () => {
  expect(FLEET_ORDER.slice(0, 3).map(({ id }) => id)).toEqual(['lux-sedan', 'hummer-18', 'partybus-33']);
  expect(new Set(FLEET_ORDER.map(({ id }) => id)).size).toBe(16);
  expect(FLEET_ORDER).toHaveLength(16);
});
