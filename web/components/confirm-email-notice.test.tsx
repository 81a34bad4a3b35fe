// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';

const ASK = 'POST /api/email-confirmations';

test('the confirmation link can be sent again, and a refused request shows its message', async () => {
  const message = 'Too many attempts. Please try again later.';
  const replies: ApiReplies = { [ASK]: [202, null] };
  const calls = await answerApi(replies);
  render(<ConfirmEmailNotice />);
  const button = screen.getByRole('button', { name: 'Send the link again' });

  await userEvent.click(button);
  expect(await screen.findByText(/^Another link is on its way/)).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ role: 'rider' }]);

  replies[ASK] = [429, { code: 'TOO_MANY_REQUESTS', message }];
  await userEvent.click(button);
  expect(await screen.findByText(message)).toBeVisible();
});
