// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { useCatalogueStore } from '#web/lib/catalogue-store.ts';
import { useConfigStore } from '#web/lib/config-store.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { clearDraft, editDraft } from './draft-store.ts';
import { priceDays } from './price-by-day/price-days.ts';
import { buildDraft } from './testing/build-draft.ts';
import { renderForm } from './testing/render-form.tsx';

vi.mock('#common/fares/quote-fare.ts', { spy: true });
vi.mock('./price-by-day/price-days.ts', { spy: true });

// Friday 20 November 2026. Faked for the whole file: a reply that arrives after its test would give the next
// test a wrong server clock.
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

beforeEach(async () => {
  clearDraft();
  await answerApi({});
  renderForm(null);
});

/** Fills in the form and waits for everything calculated from it. */
async function fillIn() {
  act(() => {
    useCatalogueStore.setState({ status: 'loaded' });
    useConfigStore.setState({ config: buildConfig() });
    editDraft(buildDraft());
  });
  onTestFinished(() => {
    useCatalogueStore.setState({ status: 'loading' });
    useConfigStore.setState({ config: null });
  });
  await screen.findByText('Price by day');
  await screen.findByText('$233.58');
  await screen.findByText(/^Free to cancel until/);
  await screen.findByLabelText('Promo code');
  vi.mocked(quoteFare).mockClear();
  vi.mocked(priceDays).mockClear();
}

test('a new form defaults to hourly, three hours and 18 percent gratuity', () => {
  expect(screen.getByRole('radio', { name: 'Hourly' })).toBeChecked();
  const hours = screen.getByRole('spinbutton', { name: 'Number of Hours' });
  expect(hours).toHaveValue(3);
  expect(hours).toHaveAccessibleDescription('Minimum 1 hour');
  expect(screen.getByRole('combobox', { name: 'Gratuity' })).toHaveDisplayValue('18% Gratuity');
});

test('the contact fields have autocomplete tokens for the browser', () => {
  const contact = within(screen.getByRole('group', { name: 'Contact Information' }));
  const tokens = contact.getAllByRole('textbox').map((field) => field.getAttribute('autocomplete'));
  expect(tokens).toEqual(['name', 'email', 'tel']);
});

test('every vehicle is offered with its capacity', () => {
  const options = within(screen.getByRole('combobox', { name: 'Vehicle Type' })).getAllByRole('option');
  expect(options).toHaveLength(16);
  for (const option of options) expect(option).toHaveTextContent(/^.+, \d+ passengers$/);
});

test('address fields are comboboxes with a closed list', () => {
  for (const name of [/pickup/i, /drop-off/i]) {
    expect(screen.getByRole('combobox', { name })).toHaveAttribute('aria-expanded', 'false');
  }
  expect(screen.queryByRole('listbox')).toBeNull();
});

test.each([/^Full Name/, /^Special Order/])(
  'typing in the field %s, which does not affect the fare, quotes no fare',
  async (label) => {
    await fillIn();

    await userEvent.type(screen.getByLabelText(label), 'x');

    expect(screen.getByLabelText<HTMLInputElement>(label).value).toMatch(/x$/);
    expect(quoteFare).not.toHaveBeenCalled();
  },
);

test('choosing a day in the strip sets the pickup date and prices the days once', async () => {
  await fillIn();

  await userEvent.click(screen.getByRole('radio', { name: /^Wed 25 Nov/ }));

  expect(screen.getByLabelText('Pickup Date')).toHaveValue('2026-11-25');
  expect(priceDays).toHaveBeenCalledOnce();
});

test('changing the vehicle prices the days once', async () => {
  await fillIn();

  await userEvent.selectOptions(screen.getByLabelText('Vehicle Type'), 'hummer-18');

  expect(screen.getByText('Hummer 18, 3 hours')).toBeVisible();
  expect(priceDays).toHaveBeenCalledOnce();
});
