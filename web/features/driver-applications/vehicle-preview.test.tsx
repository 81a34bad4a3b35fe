// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { useCatalogueStore } from '#web/lib/catalogue-store.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { clearDraft } from './application-draft.ts';
import { VehiclePreview } from './vehicle-preview.tsx';

test('an applicant’s share of an hour follows the rates in effect', async () => {
  const rates = { hourlyCents: 20_000, p2pCents: 19_000 };
  const current = {
    ...SEEDED_RATES,
    id: 'r'.repeat(24),
    vehicles: { ...SEEDED_RATES.vehicles, 'lux-suv': rates },
  };
  await answerApi({ 'GET /api/catalogue': [200, { current, next: [] }] });
  useCatalogueStore.setState({ rates: SEEDED_RATES, status: 'loading' });
  clearDraft();
  render(<VehiclePreview />);

  expect(await screen.findByText('$152 to $168')).toBeVisible();
});
