// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { type ApiReplies, answerApi, callsArrived } from '#web/testing/serve-api.ts';
import { BookingSection } from '../booking-section.tsx';
import type { Draft } from '../draft.ts';
import { clearDraft, editDraft, useDraftStore } from '../draft-store.ts';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';

const REQUEST = 'POST /api/rides';
const requested = { ride: buildUnpaidRide(), returnRide: buildUnpaidRide(), clientSecret: 'pi_1_secret_1' };
const user = userEvent.setup();

/**
 * Opens the booking form, filled in point-to-point for Tuesday 24 November, 7:30 PM, and returns its
 * requests.
 */
async function openForm(overrides: Partial<Draft> = {}, replies: ApiReplies = {}) {
  editDraft(buildDraft({ bookingType: 'point-to-point', ...overrides }));
  const calls = await answerApi({
    'GET /api/config': [200, buildConfig()],
    [REQUEST]: [201, requested],
    ...replies,
  });
  const onRequested = vi.fn();
  render(
    <MemoryRouter>
      <BookingSection
        rider={buildUser()}
        onSignInNeeded={() => {}}
        onRequested={onRequested}
        renderVehicle={() => null}
      />
    </MemoryRouter>,
  );
  return { onRequested, requests: () => calls.filter(({ call }) => call === REQUEST) };
}

const returnSwitch = () => screen.findByRole('switch', { name: /^Return trip/ });
const submit = () => user.click(screen.getByRole('button', { name: /^Request Ride/ }));
const toast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.title, newest.description];
};
/** Returns the text of the expandable line of the return trip. */
const wayBack = async () => (await screen.findByText(/^Back/)).closest('summary')?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  clearDraft();
  useToastStore.setState({ newest: null });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a return trip is entered, priced for its own day, and sent with the ride', async () => {
  const { onRequested, requests } = await openForm();
  await user.click(await returnSwitch());

  expect(await returnSwitch()).toHaveAccessibleName(
    'Return trip Allegiant Stadium to Bellagio Hotel & Casino',
  );
  expect(screen.getByText(/Cancel either, keep the other/)).toBeVisible();
  // A Saturday.
  await user.type(screen.getByLabelText('Return Date'), '2026-11-28');
  await user.type(screen.getByLabelText('Return Time'), '11:00');

  expect(await wayBack()).toBe('Back, Sat 28 Nov$87.25');
  expect(screen.getByText('There, Tue 24 Nov').parentElement).toHaveTextContent('$73.57');
  expect(screen.getByText('$160.82')).toHaveAttribute('aria-live', 'polite');
  await submit();

  await waitFor(() => expect(onRequested).toHaveBeenCalledExactlyOnceWith(requested));
  const [{ body } = { body: null }] = requests();
  expect(body).toMatchObject({ returnTrip: { scheduledDate: '2026-11-28', scheduledTime: '11:00' } });
  for (const own of ['hasReturn', 'returnDate', 'returnTime']) expect(body).not.toHaveProperty(own);
  expect(useDraftStore.getState().hasReturn).toBe(false);
});

test('an hourly booking offers no return trip and sends none', async () => {
  const { onRequested, requests } = await openForm({
    bookingType: 'hourly',
    hasReturn: true,
    returnDate: '2026-11-28',
    returnTime: '11:00',
  });
  expect(await screen.findByText('$233.58')).toBeVisible();
  expect(screen.queryByRole('switch', { name: /^Return trip/ })).toBeNull();
  await submit();
  await waitFor(() => expect(onRequested).toHaveBeenCalled());
  expect(requests()[0]?.body).toMatchObject({ returnTrip: null });
});

test.each([
  [
    { returnTime: '' },
    'Return Time',
    ['Missing date/time', 'Please select both date and time for your ride.'],
  ],
  [
    { returnTime: '20:14' },
    'Return Date',
    [
      'Invalid date/time',
      'The first ride lasts until about 8:15 PM on Tue 24 Nov. Please choose a later return time.',
    ],
  ],
  [
    { returnDate: '2026-11-19' },
    'Return Date',
    ['Invalid date/time', 'That pickup time has passed. Please choose a later one.'],
  ],
])('a return trip with %j is refused with a message at its field', async (change, label, words) => {
  const way = { hasReturn: true, returnDate: '2026-11-24', returnTime: '23:00' };
  const { requests } = await openForm({ ...way, ...change });
  await returnSwitch();
  await submit();

  expect(toast()).toEqual(words);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words[1]);
  await callsArrived();
  expect(requests()).toEqual([]);
});

test('a promo code applies to the first ride only, and a gift card to both rides', async () => {
  await openForm({
    hasReturn: true,
    returnDate: '2026-11-28',
    returnTime: '11:00',
    promo: buildPromo(),
    giftCard: buildGiftCard({ currentBalance: 60 }),
  });

  expect(await wayBack()).toBe('Back, Sat 28 Nov$87.25');
  expect(screen.getByText('There, Tue 24 Nov').parentElement).toHaveTextContent('$48.57');
  expect(screen.getByText('Gift card').parentElement).toHaveTextContent('−$60.00');
  expect(screen.getByText('$75.82')).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByText(/Your promo code is for the first ride/)).toBeVisible();
});

test('when the ride back is fully booked, choosing another time changes only the return time', async () => {
  const alternatives = { times: ['10:00', '13:00'], rideTypes: [], isReturn: true };
  const full = { message: 'Every Lux Sedan is taken then.', code: 'FULLY_BOOKED', alternatives };
  const { requests } = await openForm(
    { hasReturn: true, returnDate: '2026-11-28', returnTime: '11:00' },
    { [REQUEST]: [409, full] },
  );
  await returnSwitch();
  await submit();

  const name = 'Every Lux Sedan is booked at 11:00 AM for the return';
  const offered = within(await screen.findByRole('region', { name }));
  await user.click(offered.getByRole('button', { name: '1:00 PM' }));

  await waitFor(() => expect(requests()).toHaveLength(2));
  expect(requests()[1]?.body).toMatchObject({
    scheduledTime: '19:30',
    returnTrip: { scheduledDate: '2026-11-28', scheduledTime: '13:00' },
  });
});

test('another vehicle offered for a fully booked return trip shows the price of both rides', async () => {
  const alternatives = { times: [], rideTypes: ['limousine-10'] };
  const full = { message: 'Every Lux Sedan is taken then.', code: 'FULLY_BOOKED', alternatives };
  await openForm(
    { hasReturn: true, returnDate: '2026-11-28', returnTime: '11:00' },
    { [REQUEST]: [409, full] },
  );
  await returnSwitch();
  await submit();

  const offered = await screen.findByRole('button', { name: /^Limousine 10/ });
  expect(offered).toHaveTextContent(/^Limousine 10\$\d+\.\d\d$/);
  const price = offered.textContent?.replace('Limousine 10', '') ?? '';
  await user.click(offered);

  await waitFor(() => expect(screen.getByText(price, { selector: '[aria-live]' })).toBeVisible());
});
