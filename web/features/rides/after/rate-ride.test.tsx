// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { RateRide, type RenderTip } from './rate-ride.tsx';

const completed = (overrides: Partial<RiderRide> = {}) =>
  buildRiderRide({
    status: 'completed',
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    ...overrides,
  });

const renderTip: RenderTip = ({ amountCents, onUnpaid, onPaid }) => (
  <>
    <button type="button" onClick={() => onPaid(true)}>
      Pay {amountCents}
    </button>
    <button type="button" onClick={() => onUnpaid('refused')}>
      Be declined
    </button>
    <button type="button" onClick={() => onUnpaid('unverified')}>
      Be charged without an answer
    </button>
    <button type="button" onClick={() => onPaid(false)}>
      Be charged and confirmed later
    </button>
  </>
);

/** The API call that rates a ride. */
const ratingOf = ({ id }: RiderRide) => `POST /api/rides/${id}/rating`;

/** The API call that opens the tip of a ride. */
const tipOf = ({ id }: RiderRide) => `POST /api/rides/${id}/tip`;

const stops = () => screen.getByRole('radiogroup', { name: 'Your rating' });
const send = () => screen.getByRole('button', { name: 'Send' });

test('a rider rates a ride by keyboard, adds a note, and sees a thank-you', async () => {
  const ride = completed();
  const rated = { ...ride, version: 9, rating: { stars: 4, text: 'Quiet', at: '2026-11-21T00:12:00.000Z' } };
  const calls = await answerApi({ [ratingOf(ride)]: [200, rated] });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  expect(send()).toHaveAttribute('aria-disabled', 'true');

  await userEvent.click(screen.getByRole('radio', { name: '3 of 5, Good' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: '4 of 5, Very good' })).toBeChecked();
  await userEvent.type(screen.getByLabelText('A word for Sam'), 'Quiet');
  await userEvent.click(send());

  const thanks = await screen.findByRole('heading', { name: 'Thank you' });
  rerender(<RateRide ride={rated} renderTip={renderTip} />);
  await waitFor(() => expect(thanks).toHaveFocus());
  expect(screen.getByText('Very good.')).toBeVisible();
  expect(sent(calls, ratingOf(ride))).toEqual([{ stars: 4, text: 'Quiet' }]);
  expect(stops).toThrow();
});

test('a rating of two stars asks what went wrong, and says that only support reads the answer', async () => {
  render(<RateRide ride={completed()} renderTip={renderTip} />);

  await userEvent.click(screen.getByRole('radio', { name: '2 of 5, Fair' }));

  expect(screen.getByLabelText('What went wrong?')).toHaveAccessibleDescription(
    'Our support team reads it, Sam does not.',
  );
});

test('a refused rating shows the reason and keeps the chosen stars', async () => {
  const ride = completed();
  await answerApi({
    [ratingOf(ride)]: [
      409,
      { code: 'RIDE_STATE_CONFLICT', message: 'A ride can be rated for 30 days after it.' },
    ],
  });
  render(<RateRide ride={ride} renderTip={renderTip} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(send());

  expect(await screen.findByText('A ride can be rated for 30 days after it.')).toBeVisible();
  expect(screen.getByRole('radio', { name: '5 of 5, Excellent' })).toBeChecked();
});

test('Change your rating opens the form with the rating sent before, and sends the changed one', async () => {
  const at = '2026-11-21T00:12:00.000Z';
  const ride = completed({ rating: { stars: 2, text: 'Late', at } });
  const changed = { ...ride, version: 9, rating: { stars: 3, text: 'Late, but friendly', at } };
  const calls = await answerApi({ [ratingOf(ride)]: [200, changed] });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);

  await userEvent.click(screen.getByRole('button', { name: 'Change your rating, or add a tip' }));
  expect(screen.getByRole('radio', { name: '2 of 5, Fair' })).toBeChecked();
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('Late');
  await userEvent.type(screen.getByLabelText('What went wrong?'), ', but friendly');
  await userEvent.click(screen.getByRole('radio', { name: '3 of 5, Good' }));
  await userEvent.click(send());

  expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus();
  expect(sent(calls, ratingOf(ride))).toEqual([{ stars: 3, text: 'Late, but friendly' }]);
  rerender(<RateRide ride={changed} renderTip={renderTip} />);
  expect(screen.getByText('Good.')).toBeVisible();
});

/** Builds the ride as the server returns it once a tip of 18% of the base is opened or paid. */
const tipped = (ride: RiderRide, status: 'open' | 'paid') => ({
  ...ride,
  version: status === 'open' ? 10 : 11,
  rating: { stars: 5, text: null, at: '2026-11-21T00:12:00.000Z' },
  charges: [
    {
      id: 'c'.repeat(24),
      kind: 'tip' as const,
      amountCents: 1_890,
      status,
      reason: 'Tip',
      card: { brand: 'visa', last4: '4242' },
    },
  ],
});

test('a tip is charged at the amount the server returns, and the rider is thanked once it is paid', async () => {
  const ride = completed();
  const opened = tipped(ride, 'open');
  const calls = await answerApi({
    [ratingOf(ride)]: [200, { ...opened, charges: [] }],
    [tipOf(ride)]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
  });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  for (const option of screen.getAllByRole('radio')) expect(option).not.toBeChecked();
  expect(screen.getByText(/^Your fare already held a gratuity of/)).toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: /^18%/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Send, and tip \$/ }));

  expect(await screen.findByRole('heading', { name: 'Tip of $18.90' })).toHaveFocus();
  expect(sent(calls, tipOf(ride))).toEqual([{ tip: { percentage: 18 } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Be declined' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Your rating is sent, the tip is not.');

  await userEvent.click(screen.getByRole('button', { name: 'Pay 1890' }));
  rerender(<RateRide ride={tipped(ride, 'paid')} renderTip={renderTip} />);
  expect(
    await screen.findByText('Excellent, and a tip of $18.90 from Visa 4242. Sam gets all of it.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change your rating' })).toBeVisible();
});

test('a tip that is charged but not confirmed is shown as being confirmed and cannot be changed', async () => {
  const ride = completed();
  const opened = tipped(ride, 'open');
  await answerApi({
    [ratingOf(ride)]: [200, { ...opened, charges: [] }],
    [tipOf(ride)]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
  });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: /^18%/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Send, and tip/ }));
  await screen.findByRole('button', { name: 'Back' });

  await userEvent.click(screen.getByRole('button', { name: 'Be charged without an answer' }));
  expect(screen.getByText('Your rating is sent.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Be charged and confirmed later' }));
  rerender(<RateRide ride={opened} renderTip={renderTip} />);
  expect(screen.getByText('Excellent. Your tip is being confirmed.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Change your rating/ })).toBeNull();

  rerender(<RateRide ride={tipped(ride, 'paid')} renderTip={renderTip} />);
  expect(screen.getByText(/^Excellent, and a tip of \$18\.90 from Visa 4242\./)).toBeVisible();
});

test('a tip paid in another window shows the thank-you and removes the payment form', async () => {
  const ride = completed();
  const opened = tipped(ride, 'open');
  await answerApi({
    [ratingOf(ride)]: [200, { ...opened, charges: [] }],
    [tipOf(ride)]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
  });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: /^18%/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Send, and tip/ }));
  await screen.findByRole('heading', { name: 'Tip of $18.90' });

  rerender(<RateRide ride={tipped(ride, 'paid')} renderTip={renderTip} />);

  expect(await screen.findByText(/^Excellent, and a tip of \$18\.90 from Visa 4242\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay 1890' })).toBeNull();
});

test.each([
  ['0.99', '1', '$1.00', 100],
  ['500.01', '500', '$500.00', 50_000],
])(
  'a custom tip of $%s is refused with the allowed range, and one of $%s is sent',
  async (refused, allowed, shown, amountCents) => {
    const ride = completed();
    const { rating, charges } = tipped(ride, 'open');
    const opened = { ...ride, version: 10, rating, charges: charges.map((tip) => ({ ...tip, amountCents })) };
    const calls = await answerApi({
      [ratingOf(ride)]: [200, { ...opened, charges: [] }],
      [tipOf(ride)]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
    });
    render(<RateRide ride={ride} renderTip={renderTip} />);
    await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Custom' }));
    const amount = screen.getByLabelText('Your tip');
    await userEvent.type(amount, refused);
    await userEvent.click(send());
    expect(amount).toHaveAccessibleDescription('Please enter an amount from $1 to $500.');

    await userEvent.clear(amount);
    await userEvent.type(amount, allowed);
    await userEvent.click(screen.getByRole('button', { name: `Send, and tip ${shown}` }));

    expect(await screen.findByRole('heading', { name: `Tip of ${shown}` })).toHaveFocus();
    expect(sent(calls, tipOf(ride))).toEqual([{ tip: { amountCents } }]);
    // The refused amount held back the rating as well.
    expect(sent(calls, ratingOf(ride))).toEqual([{ stars: 5, text: '' }]);
  },
);
