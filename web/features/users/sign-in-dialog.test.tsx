// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

test('a mistyped address can be corrected by going back and asking for a reset link again', async () => {
  await answerApi({ 'POST /api/password-resets': [202, null] });
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <SignInDialog isOpen onClose={() => {}} onSignedIn={() => {}} />
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.type(screen.getByLabelText('Email address'), 'tom@exmaple.com');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByRole('heading', { name: 'Look into your mailbox' });

  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));

  expect(screen.getByLabelText('Email address')).toHaveValue('');
});
