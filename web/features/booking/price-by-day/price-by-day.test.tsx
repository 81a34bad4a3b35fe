// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useCatalogueStore } from '#web/lib/catalogue-store.ts';
import { useConfigStore } from '#web/lib/config-store.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { clearDraft, editDraft, useDraftStore } from '../draft-store.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { renderForm } from '../testing/render-form.tsx';

const NOW = new Date('2026-11-21T00:12:00Z');

// Faked for the whole file: a reply that arrives after its test would give the next test a wrong server
// clock.
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

beforeEach(() => {
  clearDraft();
  editDraft(buildDraft({ bookingType: 'point-to-point', scheduledDate: '2026-11-27' }));
});

/** Opens the booking form on a page whose rates have loaded, or failed to load. */
async function openForm(status: 'loaded' | 'failed' = 'loaded') {
  await answerApi({});
  useCatalogueStore.setState({ status });
  useConfigStore.setState({ config: buildConfig() });
  onTestFinished(() => {
    useCatalogueStore.setState({ status: 'loading' });
    useConfigStore.setState({ config: null });
  });
  renderForm(null);
}

const chosenDate = () => useDraftStore.getState().scheduledDate;
const dayOf = (name: RegExp) => screen.findByRole('radio', { name });

test('each day shows its price and rate, and the pickup date is selected', async () => {
  await openForm();

  expect(await dayOf(/^Fri 27 Nov, \$87, weekend rate$/)).toBeChecked();
  expect(await dayOf(/^Thu 26 Nov, \$74$/)).not.toBeChecked();
  expect(screen.getByText('Fri 27 Nov. Weekend rate: base fare × 1.25')).toBeVisible();
});

test('arrow keys, Home and End choose a day, and moving past the end shows the next fortnight', async () => {
  const user = userEvent.setup();
  await openForm();
  (await dayOf(/^Fri 27 Nov/)).focus();

  await user.keyboard('{ArrowLeft}');
  expect(chosenDate()).toBe('2026-11-26');
  expect(await dayOf(/^Thu 26 Nov/)).toHaveFocus();
  await user.keyboard('{Home}');
  expect(chosenDate()).toBe('2026-11-20');
  await user.keyboard('{ArrowLeft}');
  expect(chosenDate()).toBe('2026-11-20');
  await user.keyboard('{End}');
  expect(chosenDate()).toBe('2026-12-03');
  await user.keyboard('{ArrowRight}');
  expect(chosenDate()).toBe('2026-12-04');
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Fri 4 Dec/ })).toHaveFocus());
});

test('changing the pickup date moves the selection, and a cheaper day is offered as a button', async () => {
  const user = userEvent.setup();
  await openForm();
  await dayOf(/^Fri 27 Nov/);

  editDraft({ scheduledDate: '2026-11-28' });
  expect(await dayOf(/^Sat 28 Nov/)).toBeChecked();
  await user.click(screen.getByRole('button', { name: /^Thu 26 Nov is \$13\.68 less$/ }));

  expect(screen.getByLabelText('Pickup Date')).toHaveValue('2026-11-26');
  expect(await dayOf(/^Thu 26 Nov/)).toBeChecked();
});

test('an incomplete form shows days without prices', async () => {
  editDraft({ dropoffLocation: '' });
  await openForm();

  expect(await dayOf(/^Fri 27 Nov, weekend rate$/)).toBeChecked();
});

test('if the rates fail to load, no days are compared, and the date field describes its rate', async () => {
  await openForm('failed');

  expect(await screen.findByLabelText('Pickup Date')).toHaveAccessibleDescription(/weekend rate/i);
  expect(screen.queryByText('Price by day')).toBeNull();
});
