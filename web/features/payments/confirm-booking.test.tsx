// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { newestToast, READ, renderCheckout, ride, setUpCheckout } from './testing/open-checkout.tsx';

setUpCheckout();

const CONFIRM = `POST /api/rides/${ride.id}/confirm`;
const user = userEvent.setup();

test('a ride with nothing due is booked by confirming it', async () => {
  const covered = { ...ride, fare: { ...ride.fare, totalCents: 0 } };
  const replies: ApiReplies = { [READ]: [200, covered], [CONFIRM]: [503, {}] };
  const calls = await answerApi(replies);
  renderCheckout();

  await user.click(await screen.findByRole('button', { name: 'Confirm Booking' }));
  await screen.findByText('Booking not confirmed');
  replies[CONFIRM] = [200, { ...covered, version: 2, paymentStatus: 'waived', payBy: null }];
  await user.click(screen.getByRole('button', { name: 'Confirm Booking' }));

  await screen.findByRole('heading', { name: 'Booking Confirmed' });
  expect(newestToast()).toEqual(['success', 'Booking Confirmed', 'Your ride has been booked and paid for!']);
  expect(calls.map(({ call }) => call)).toEqual([READ, CONFIRM, CONFIRM]);
});

const covered = { ...ride, fare: { ...ride.fare, giftCardCents: 15_982, totalCents: 0 } };
const UNSURE_BOOKING =
  'Booking not confirmedThe server did not confirm it, so it may be booked. Press the button again: it won’t be booked twice.';
const away = { code: 'UNAVAILABLE', message: 'Please try again in a moment.' };
const busy = { code: 'RATE_LIMITED', message: 'Too many attempts.' };
const gone = { code: 'RIDE_STATE_CONFLICT', message: 'This ride is no longer held.' };

test.each([
  ['is refused', [[409, gone]], 'Not booked yetThis ride is no longer held. Your gift card is untouched.'],
  ['fails on the server', [[503, away]], UNSURE_BOOKING],
  [
    'is not answered and then not accepted',
    [
      [504, away],
      [429, busy],
    ],
    UNSURE_BOOKING,
  ],
  [
    'is not answered and then refused',
    [
      [504, away],
      [409, gone],
    ],
    'Not booked yetThis ride is no longer held. Your gift card is untouched.',
  ],
] as const)(
  'the gift card is called untouched only when the booking is certainly not made: a confirmation %s',
  async (_what, answers, text) => {
    const replies: ApiReplies = { [READ]: [200, covered] };
    const calls = await answerApi(replies);
    renderCheckout();

    for (const [index, answer] of answers.entries()) {
      replies[CONFIRM] = answer;
      await user.click(await screen.findByRole('button', { name: 'Confirm Booking' }));
      await expect.poll(() => calls.filter(({ call }) => call === CONFIRM)).toHaveLength(index + 1);
      await screen.findByRole('alert');
    }

    expect(await screen.findByRole('alert')).toHaveProperty('textContent', text);
  },
);
