// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildOffer } from '#web/testing/build-ride.ts';
import { OfferFilterDialog } from './offer-filter-dialog.tsx';

test('vehicle filters are listed in catalogue order, whatever the order of the offers', () => {
  const offers = ['partybus-16', 'ev-lux-suv', 'limousine-18', 'lux-sedan', 'ev-lux-suv'].map((rideType) =>
    buildOffer({ rideType }),
  );
  render(<OfferFilterDialog driver={null} offers={offers} onClose={() => {}} />);

  const kinds = within(screen.getByRole('group', { name: 'Vehicle' })).getAllByRole('checkbox');
  expect(kinds.map((kind) => kind.closest('label')?.textContent)).toEqual([
    'Lux Sedan1',
    'EV Lux SUV2',
    'Limousine 181',
    'Party Bus 161',
  ]);
});
