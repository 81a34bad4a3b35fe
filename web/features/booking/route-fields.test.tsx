// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildUser } from '#web/testing/build-user.ts';
import { answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { clearDraft, editDraft, useDraftStore } from './draft-store.ts';
import { buildDraft } from './testing/build-draft.ts';
import { renderForm } from './testing/render-form.tsx';

const user = userEvent.setup();
const stops = () => useDraftStore.getState().stops;

let calls: Awaited<ReturnType<typeof answerApi>>;
let form: ReturnType<typeof renderForm>;

beforeEach(async () => {
  clearDraft();
  editDraft(buildDraft({ bookingType: 'point-to-point' }));
  calls = await answerApi({});
  form = renderForm(null);
});

test('up to three stops can be added; each is focused, and their price has its own line', async () => {
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

test('a stop shows its price, and for an hourly ride that it is within the hours', async () => {
  await user.click(screen.getByRole('button', { name: 'Add a stop' }));
  expect(await screen.findByText('$15.00, 15 minutes of waiting included')).toBeVisible();

  await user.click(screen.getByRole('radio', { name: 'Hourly' }));

  expect(screen.getByText('Within your hours')).toBeVisible();
});

test('removing a stop keeps the stops after it and moves the focus to Add a stop', async () => {
  editDraft({ stops: ['Sphere', 'Wynn', 'Bellagio'] });
  await user.click(await screen.findByRole('button', { name: 'Remove stop 2' }));

  expect(stops()).toEqual(['Sphere', 'Bellagio']);
  expect(screen.getByRole('button', { name: 'Add a stop' })).toHaveFocus();
});

test('the flight number is asked for only for an airport pickup', async () => {
  expect(screen.queryByLabelText('Flight number')).toBeNull();

  const pickup = screen.getByRole('combobox', { name: 'Pickup location' });
  await user.clear(pickup);
  await user.type(pickup, 'Terminal 1');

  await user.type(await screen.findByLabelText('Flight number'), 'wn1482');
  expect(useDraftStore.getState().flightNumber).toBe('wn1482');
});

test('the switch Booking for someone else shows and hides the passenger’s name and phone', async () => {
  const booking = screen.getByRole('switch', { name: 'Booking for someone else' });
  await user.click(booking);

  const passenger = within(screen.getByRole('group', { name: 'Passenger' }));
  expect(passenger.getByLabelText('Passenger Name')).toBeVisible();
  expect(passenger.getByLabelText('Passenger Phone')).toHaveAttribute('type', 'tel');
  await user.click(booking);
  expect(passenger.queryByLabelText('Passenger Name')).toBeNull();
});

test('a missing passenger name, then a missing phone, is shown beside its field, and nothing is sent', async () => {
  form.identify(buildUser());
  await user.click(screen.getByRole('switch', { name: 'Booking for someone else' }));
  const [name, phone] = [screen.getByLabelText('Passenger Name'), screen.getByLabelText('Passenger Phone')];
  const submit = () => user.click(screen.getByRole('button', { name: /^Request Ride/ }));
  expect(name).not.toHaveAttribute('aria-invalid');

  await submit();
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(name).toHaveAccessibleDescription("Please enter the passenger's name.");
  expect(phone).not.toHaveAttribute('aria-invalid');

  await user.type(name, 'Jordan Lee');
  await submit();
  await waitFor(() => expect(phone).toHaveFocus());
  expect(phone).toHaveAttribute('aria-invalid', 'true');
  expect(phone).toHaveAccessibleDescription("Please enter the passenger's phone number.");
  expect(name).not.toHaveAttribute('aria-invalid');
  await callsArrived();
  expect(sent(calls, 'POST /api/rides')).toEqual([]);
});
