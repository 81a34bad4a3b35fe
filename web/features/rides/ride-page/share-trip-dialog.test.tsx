// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { ShareTripDialog } from './share-trip-dialog.tsx';

const message = 'Please confirm your email address first, with the link we emailed to alex@example.com.';

test('a rider with an unconfirmed email address sees how to confirm it, and can then get a link', async () => {
  const ride = buildRiderRide({ tripLink: null });
  const share = `POST /api/rides/${ride.id}/share`;
  const replies: ApiReplies = { [share]: [403, { code: 'EMAIL_NOT_CONFIRMED', message }] };
  await answerApi(replies);
  render(<ShareTripDialog ride={ride} onClose={() => {}} />);

  await userEvent.click(screen.getByRole('button', { name: 'Get a link' }));

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('button', { name: 'Send the link again' })).toBeVisible();

  replies[share] = [200, { ...ride, version: ride.version + 1, tripLink: '/trip/abc' }];
  await userEvent.click(screen.getByRole('button', { name: 'Get a link' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});
