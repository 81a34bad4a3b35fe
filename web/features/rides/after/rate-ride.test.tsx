// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
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

const stops = () => screen.getByRole('radiogroup', { name: 'Your rating' });
const send = () => screen.getByRole('button', { name: 'Send' });

test('a ride is rated by keyboard, with a word, and thanked for', async () => {
  const ride = completed();
  const rated = { ...ride, version: 9, rating: { stars: 4, text: 'Quiet', at: '2026-11-21T00:12:00.000Z' } };
  const api = await answerApi({ [`POST /api/rides/${ride.id}/rating`]: [200, rated] });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  expect(send()).toHaveAttribute('aria-disabled', 'true');

  await userEvent.click(screen.getByRole('radio', { name: '3 of 5, Good' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: '4 of 5, Very good' })).toBeChecked();
  await userEvent.type(screen.getByLabelText('A note for Sam'), 'Quiet');
  await userEvent.click(send());

  const thanks = await screen.findByRole('heading', { name: 'Thank you' });
  rerender(<RateRide ride={rated} renderTip={renderTip} />);
  await waitFor(() => expect(thanks).toHaveFocus());
  expect(screen.getByText('Very good.')).toBeVisible();
  expect(api).toBeDefined();
  expect(stops).toThrow();
});

test('two or less asks what went wrong, for support alone', async () => {
  render(<RateRide ride={completed()} renderTip={renderTip} />);

  await userEvent.click(screen.getByRole('radio', { name: '2 of 5, Fair' }));

  expect(screen.getByLabelText('What went wrong?')).toHaveAccessibleDescription(
    'Our support team sees this; Sam does not.',
  );
});

test('a rating that was not sent is still there to send', async () => {
  const ride = completed();
  await answerApi({
    [`POST /api/rides/${ride.id}/rating`]: [
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

test('a rating can be changed', async () => {
  render(
    <RateRide
      renderTip={renderTip}
      ride={completed({ rating: { stars: 2, text: 'Late', at: '2026-11-21T00:12:00.000Z' } })}
    />,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Change your rating, or add a tip' }));

  expect(screen.getByRole('radio', { name: '2 of 5, Fair' })).toBeChecked();
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('Late');
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

test('a tip is paid in its place, by the amount that the server says, and thanked for', async () => {
  const ride = completed();
  const opened = tipped(ride, 'open');
  const calls = await answerApi({
    [`POST /api/rides/${ride.id}/rating`]: [200, { ...opened, charges: [] }],
    [`POST /api/rides/${ride.id}/tip`]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
  });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  for (const option of screen.getAllByRole('radio')) expect(option).not.toBeChecked();
  expect(screen.getByText(/^Your fare includes a gratuity of/)).toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: /^18%/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Send and tip \$/ }));

  expect(await screen.findByRole('heading', { name: 'Tip of $18.90' })).toHaveFocus();
  expect(JSON.stringify(calls)).toContain('"percentage":18');
  await userEvent.click(screen.getByRole('button', { name: 'Be declined' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Your rating is sent, the tip is not.');

  await userEvent.click(screen.getByRole('button', { name: 'Pay 1890' }));
  rerender(<RateRide ride={tipped(ride, 'paid')} renderTip={renderTip} />);
  expect(
    await screen.findByText('Excellent, and a tip of $18.90 from Visa 4242. Sam gets all of it.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change your rating' })).toBeVisible();
});

test('a tip that is charged and not confirmed yet is neither called unsent nor left for another one', async () => {
  const ride = completed();
  const opened = tipped(ride, 'open');
  await answerApi({
    [`POST /api/rides/${ride.id}/rating`]: [200, { ...opened, charges: [] }],
    [`POST /api/rides/${ride.id}/tip`]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
  });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: /^18%/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Send and tip/ }));
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

test('a tip that is paid in another window is thanked for, and not asked for any more', async () => {
  const ride = completed();
  const opened = tipped(ride, 'open');
  await answerApi({
    [`POST /api/rides/${ride.id}/rating`]: [200, { ...opened, charges: [] }],
    [`POST /api/rides/${ride.id}/tip`]: [200, { ride: opened, chargeId: opened.charges[0]?.id }],
  });
  const { rerender } = render(<RateRide ride={ride} renderTip={renderTip} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: /^18%/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Send and tip/ }));
  await screen.findByRole('heading', { name: 'Tip of $18.90' });

  rerender(<RateRide ride={tipped(ride, 'paid')} renderTip={renderTip} />);

  expect(await screen.findByText(/^Excellent, and a tip of \$18\.90 from Visa 4242\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay 1890' })).toBeNull();
});

test('an amount of one’s own is from $1 to $500', async () => {
  render(<RateRide ride={completed()} renderTip={renderTip} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Custom' }));
  await userEvent.type(screen.getByLabelText('Your tip'), '501');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));

  expect(screen.getByLabelText('Your tip')).toHaveAccessibleDescription(
    'Please enter an amount from $1 to $500.',
  );
});
