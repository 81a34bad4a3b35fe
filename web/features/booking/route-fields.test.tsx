// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { clearDraft, editDraft, useDraftStore } from './draft-store.ts';
import { buildDraft } from './testing/build-draft.ts';
import { renderForm } from './testing/render-form.tsx';

const user = userEvent.setup();
const stops = () => useDraftStore.getState().stops;

beforeEach(async () => {
  clearDraft();
  editDraft(buildDraft({ bookingType: 'point-to-point' }));
  await answerApi({});
  renderForm(null);
});

test('up to three stops are added, each with the focus, and priced on a line of their own', async () => {
  const add = screen.getByRole('button', { name: 'Add a stop' });

  await user.click(add);
  expect(await screen.findByRole('combobox', { name: 'Stop' })).toHaveFocus();
  await user.keyboard('Sphere');
  expect((await screen.findByText('Stop on the way')).parentElement).toHaveTextContent('$15.00');
  await user.click(add);
  await user.click(add);

  expect(screen.getByRole('combobox', { name: 'Stop 3' })).toHaveFocus();
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await user.click(add);
  expect(stops()).toEqual(['Sphere', '', '']);
});

test('beside a stop stands what it costs, and by the hour that it is within the hours', async () => {
  await user.click(screen.getByRole('button', { name: 'Add a stop' }));
  expect(await screen.findByText('$15.00, 15 minutes of waiting included')).toBeVisible();

  await user.click(screen.getByRole('radio', { name: 'Hourly' }));

  expect(screen.getByText('Within your hours')).toBeVisible();
});

test('a stop goes without the ones after it, and the focus stays in the form', async () => {
  editDraft({ stops: ['Sphere', 'Wynn', 'Bellagio'] });
  await user.click(await screen.findByRole('button', { name: 'Remove stop 2' }));

  expect(stops()).toEqual(['Sphere', 'Bellagio']);
  expect(screen.getByRole('button', { name: 'Add a stop' })).toHaveFocus();
});

test('the flight is asked for beside an airport pickup alone', async () => {
  expect(screen.queryByLabelText('Flight number')).toBeNull();

  const pickup = screen.getByRole('combobox', { name: 'Pickup location' });
  await user.clear(pickup);
  await user.type(pickup, 'Terminal 1');

  await user.type(await screen.findByLabelText('Flight number'), 'wn1482');
  expect(useDraftStore.getState().flightNumber).toBe('wn1482');
});

test('booking for someone else asks for a name and a phone, each beside its field when it is missing', async () => {
  const booking = screen.getByRole('switch', { name: 'Booking for someone else' });
  await user.click(booking);

  const passenger = within(screen.getByRole('group', { name: 'Passenger' }));
  expect(passenger.getByLabelText('Passenger Name')).toBeVisible();
  expect(passenger.getByLabelText('Passenger Phone')).toHaveAttribute('type', 'tel');
  await user.click(booking);
  expect(passenger.queryByLabelText('Passenger Name')).toBeNull();
});
