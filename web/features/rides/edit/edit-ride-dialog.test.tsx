// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildRiderRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { useRiderRide } from '../api/use-lists.ts';
import { receiveRides, setRiderRidesOwner, useRideStore } from '../store/ride-store.ts';
import { EditRideDialog } from './edit-ride-dialog.tsx';
import { buildCheaperQuote, buildDearerQuote, buildEditQuote } from './testing/build-edit-quote.ts';

const ride = buildRiderRide({
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
  pickupLocation: 'Bellagio, 3600 S Las Vegas Blvd',
  passengers: 2,
});
const QUOTE = `POST /api/rides/${ride.id}/edit-quote`;
const EDIT = `POST /api/rides/${ride.id}/edit`;
const READ = `GET /api/rides/${ride.id}`;
const { fareCents } = ride.fare;

const more = buildDearerQuote(ride);
const less = buildCheaperQuote(ride);

/** The dialog with the live ride from the store. */
function Shown(props: { onClose: () => void; onDue: (chargeId: string) => void }) {
  const live = useRiderRide(RIDER_ID, ride.id);
  return live && <EditRideDialog ride={live} isOver={false} {...props} />;
}

async function show(replies: ApiReplies, shown: RiderRide = ride) {
  const all: ApiReplies = { [QUOTE]: [200, buildEditQuote(ride, { version: shown.version })], ...replies };
  const calls = await answerApi(all);
  setRiderRidesOwner(RIDER_ID);
  receiveRides([shown]);
  const [onClose, onDue] = [vi.fn(), vi.fn()];
  render(<Shown onClose={onClose} onDue={onDue} />);
  await screen.findByText('Same fare');
  const bodyOf = (call: string) => calls.findLast((made) => made.call === call)?.body;
  return { replies: all, bodyOf, onClose, onDue };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  useRideStore.setState(useRideStore.getInitialState());
  useToastStore.setState({ newest: null });
});

test('added hours are quoted while they are chosen, and the edit waits for its payment', async () => {
  const { replies, bodyOf, onDue, onClose } = await show({
    [EDIT]: [200, { ride, chargeId: 'c'.repeat(24) }],
  });
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
  replies[QUOTE] = [200, more];

  await press('More hours');

  const hours = screen.getByRole('spinbutton', { name: 'Number of Hours' });
  expect(hours).toHaveAccessibleDescription('was 3');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $90.64' }));
  await waitFor(() => expect(onDue).toHaveBeenCalledExactlyOnceWith('c'.repeat(24)));
  expect(screen.getByText(/Your ride stays as it was until this is paid/)).toBeVisible();
  expect(bodyOf(QUOTE)).toEqual({ changes: { hours: 3.5 } });
  expect(bodyOf(EDIT)).toEqual({
    version: ride.version,
    changes: { hours: 3.5 },
    expectedFareCents: fareCents + 9_064,
  });
  expect(onClose).not.toHaveBeenCalled();
});

test('a cheaper edit by the rider is saved at once and names the refund', async () => {
  const edited = { ...ride, version: 3, hours: 2 };
  const { replies, onClose } = await show({ [EDIT]: [200, { ride: edited, chargeId: null }] });
  replies[QUOTE] = [200, less];

  await press('Fewer hours');
  expect(await screen.findByText('You get back $50.14 to Visa 4242')).toBeVisible();
  await press('Save changes');

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(useRideStore.getState().riderRides.rides[ride.id]).toMatchObject({ hours: 2 });
  expect(useToastStore.getState().newest).toMatchObject({
    title: 'Ride changed',
    description: 'You get back $50.14 to Visa 4242',
  });
});

test('edits of type, vehicle, color, gratuity, passengers and stops are quoted and saved without other fields', async () => {
  const { bodyOf, onClose } = await show({
    [EDIT]: [200, { ride: { ...ride, version: 3 }, chargeId: null }],
  });

  await userEvent.click(screen.getByRole('radio', { name: 'Point to Point' }));
  expect(screen.queryByRole('spinbutton', { name: 'Number of Hours' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Vehicle Type'), 'lux-suv');
  await userEvent.selectOptions(screen.getByLabelText('Color'), 'White');
  await userEvent.selectOptions(screen.getByLabelText('Gratuity'), '25% Gratuity');
  await press('More passengers');
  await press('Add a stop');
  expect(screen.getByRole('combobox', { name: 'Stop' })).toHaveFocus();
  await userEvent.keyboard('Sphere');
  await userEvent.keyboard('{Escape}');

  expect(screen.getByLabelText('Vehicle Type')).toHaveAccessibleDescription('was Lux Sedan');
  expect(screen.getByLabelText('Gratuity')).toHaveAccessibleDescription('was 18%');
  const changes = {
    bookingType: 'point-to-point',
    rideType: 'lux-suv',
    preferredColor: 'white',
    gratuityPercentage: 25,
    passengers: 3,
    stops: ['Sphere'],
  };
  await waitFor(() => expect(bodyOf(QUOTE)).toEqual({ changes }));

  const save = screen.getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(save);

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(bodyOf(EDIT)).toEqual({ version: ride.version, changes, expectedFareCents: fareCents });
});

test('Escape closes an open list of places first, and the dialog only when pressed again', async () => {
  const { onClose } = await show({});
  const field = screen.getByRole('combobox', { name: 'Drop-off location' });
  await userEvent.clear(field);
  await userEvent.type(field, 'wynn');
  await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'true'));

  await userEvent.keyboard('{Escape}');

  expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(field).toHaveValue('wynn');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('an empty required field is marked and focused only when the rider saves', async () => {
  const { bodyOf } = await show({});
  await press('Add a stop');
  const stop = screen.getByRole('combobox', { name: 'Stop' });
  expect(stop).not.toHaveAttribute('aria-invalid');

  await press('Save changes');

  expect(stop).toHaveAccessibleDescription('Please enter where to stop.');
  await waitFor(() => expect(stop).toHaveFocus());
  expect(bodyOf(EDIT)).toBeUndefined();
  await press('Remove stop');
  expect(await screen.findByText('Same fare')).toBeVisible();
});

test('a validation error from the server is shown beside its field', async () => {
  const { replies } = await show({});
  const message = 'The Lux Sedan seats 3.';
  replies[QUOTE] = [400, { message, code: 'INVALID_REQUEST', issues: [{ path: 'passengers', message }] }];
  const passengers = screen.getByRole('spinbutton', { name: 'Passengers' });
  await userEvent.clear(passengers);
  await userEvent.type(passengers, '9');

  await waitFor(() => expect(passengers).toHaveAccessibleDescription(/seats 3/));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
});

test('a failed quote can be requested again with Try again', async () => {
  const { replies } = await show({});
  replies[QUOTE] = [503, {}];
  await press('More hours');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t answer. Please try again.');
  replies[QUOTE] = [200, more];

  await press('Try again');

  expect(await screen.findByRole('button', { name: 'Pay $90.64' })).not.toHaveAttribute('aria-disabled');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a quote that is refused for good offers no Try again', async () => {
  const { replies } = await show({});
  const message = 'This ride cannot be changed any more.';
  replies[QUOTE] = [409, { message, code: 'RIDE_STATE_CONFLICT' }];

  await press('More hours');

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a conflicting edit is reported, its changes are shown, and what was typed is kept', async () => {
  const { replies, bodyOf, onClose } = await show({});
  await userEvent.type(screen.getByLabelText('Special Order / Requests'), 'Child seat');
  await waitFor(() => expect(bodyOf(QUOTE)).toEqual({ changes: { specialRequests: 'Child seat' } }));
  const save = screen.getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  const message = 'Your ride has since changed: Changed, a moment ago. Please look again.';
  replies[EDIT] = [409, { message, code: 'RIDE_CHANGED' }];
  replies[READ] = [200, { ...ride, version: 5, hours: 4 }];
  replies[QUOTE] = [200, buildEditQuote(ride, { version: 5 })];

  await userEvent.click(save);

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await waitFor(() => expect(screen.getByLabelText('Number of Hours')).toHaveValue('4'));
  replies[EDIT] = [200, { ride: { ...ride, version: 6, hours: 4 }, chargeId: null }];
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(bodyOf(EDIT)).toMatchObject({ version: 5, changes: { specialRequests: 'Child seat' } });
});

test('an edit refused because its fare has changed shows the new fare, and is saved by pressing again', async () => {
  const { replies, bodyOf, onClose } = await show({});
  replies[QUOTE] = [200, less];
  await press('Fewer hours');
  const save = await screen.findByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  const message = 'The fare changed a moment ago. Please look again.';
  replies[EDIT] = [409, { message, code: 'FEE_CHANGED' }];
  replies[READ] = [200, ride];
  const cheaper = buildEditQuote(ride, {
    fare: { ...ride.fare, fareCents: fareCents - 6_000 },
    toCardCents: 6_000,
  });
  replies[QUOTE] = [200, cheaper];

  await userEvent.click(save);

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(await screen.findByText('You get back $60.00 to Visa 4242')).toBeVisible();
  replies[EDIT] = [200, { ride: { ...ride, version: 3, hours: 2.5 }, chargeId: null }];
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(bodyOf(EDIT)).toMatchObject({ expectedFareCents: fareCents - 6_000 });
});

test('an edit whose reply was lost is not called unmade', async () => {
  const { replies } = await show({ [EDIT]: [502, {}] });
  replies[QUOTE] = [200, less];
  await press('Fewer hours');
  const save = await screen.findByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));

  await userEvent.click(save);

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The server didn’t answer\. Please try again\.$/,
  );
});

test('if a driver accepts while the dialog is open, only passenger, flight and requests can be edited', async () => {
  const { bodyOf } = await show({});
  await press('More hours');
  await userEvent.type(screen.getByLabelText('Passenger Name'), 'Jordan Lee');
  await userEvent.type(screen.getByLabelText('Passenger Phone'), '(702) 555-0199');

  receiveRides([
    { ...ride, version: 4, status: 'accepted', driver: { firstName: 'Marcus', vehicle: 'Black Lux Sedan' } },
  ]);

  expect(await screen.findByText(/^Marcus has planned for the time and the places\./)).toBeVisible();
  expect(screen.queryByLabelText('Pickup Time')).toBeNull();
  expect(screen.getByLabelText('Passenger Name')).toHaveValue('Jordan Lee');
  const passenger = { name: 'Jordan Lee', phone: '(702) 555-0199' };
  await waitFor(() => expect(bodyOf(QUOTE)).toEqual({ changes: { passenger } }));
});

test('the edit dialog works by keyboard: arrows change hours, Enter saves, Escape closes', async () => {
  const { replies, bodyOf, onClose } = await show({
    [EDIT]: [200, { ride: { ...ride, version: 3 }, chargeId: null }],
  });
  replies[QUOTE] = [200, less];
  const hours = screen.getByRole('spinbutton', { name: 'Number of Hours' });
  hours.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(hours).toHaveValue('2.5');
  await screen.findByText('You get back $50.14 to Visa 4242');

  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(bodyOf(EDIT)).toMatchObject({ changes: { hours: 2.5 } });

  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
