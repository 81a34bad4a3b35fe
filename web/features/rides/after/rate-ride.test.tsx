// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { RateRide } from './rate-ride.tsx';

const completed = (overrides: Partial<RiderRide> = {}) =>
  buildRiderRide({
    status: 'completed',
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    ...overrides,
  });

const stops = () => screen.getByRole('radiogroup', { name: 'Your rating' });
const send = () => screen.getByRole('button', { name: 'Send' });

test('a ride is rated by keyboard, with a word, and thanked for', async () => {
  const ride = completed();
  const rated = { ...ride, version: 9, rating: { stars: 4, text: 'Quiet', at: '2026-11-21T00:12:00.000Z' } };
  const api = await answerApi({ [`POST /api/rides/${ride.id}/rating`]: [200, rated] });
  const { rerender } = render(<RateRide ride={ride} />);
  expect(send()).toHaveAttribute('aria-disabled', 'true');

  await userEvent.click(screen.getByRole('radio', { name: '3 of 5, Good' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: '4 of 5, Very good' })).toBeChecked();
  await userEvent.type(screen.getByLabelText('A word for Sam'), 'Quiet');
  await userEvent.click(send());

  const thanks = await screen.findByRole('heading', { name: 'Thank you' });
  rerender(<RateRide ride={rated} />);
  await waitFor(() => expect(thanks).toHaveFocus());
  expect(screen.getByText('You rated this ride 4 of 5, Very good.')).toBeVisible();
  expect(api).toBeDefined();
  expect(stops).toThrow();
});

test('two or less asks what went wrong, for support alone', async () => {
  render(<RateRide ride={completed()} />);

  await userEvent.click(screen.getByRole('radio', { name: '2 of 5, Fair' }));

  expect(screen.getByLabelText('What went wrong?')).toHaveAccessibleDescription(
    'Our support team reads it, Sam does not.',
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
  render(<RateRide ride={ride} />);
  await userEvent.click(screen.getByRole('radio', { name: '5 of 5, Excellent' }));
  await userEvent.click(send());

  expect(await screen.findByText('A ride can be rated for 30 days after it.')).toBeVisible();
  expect(screen.getByRole('radio', { name: '5 of 5, Excellent' })).toBeChecked();
});

test('a rating can be changed', async () => {
  render(
    <RateRide ride={completed({ rating: { stars: 2, text: 'Late', at: '2026-11-21T00:12:00.000Z' } })} />,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Change your rating' }));

  expect(screen.getByRole('radio', { name: '2 of 5, Fair' })).toBeChecked();
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('Late');
});
