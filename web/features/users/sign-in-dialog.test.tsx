// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

const openDialog = () =>
  render(
    <MemoryRouter>
      <SignInDialog isOpen onClose={() => {}} onSignedIn={() => {}} />
    </MemoryRouter>,
  );

test('the email address typed to sign in need not be typed again after the password was forgotten', async () => {
  const user = userEvent.setup();
  openDialog();
  await user.type(screen.getByLabelText('Email address'), 'tom@example');
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));

  expect(screen.getByLabelText('Email address')).toHaveValue('tom@example');
  await user.type(screen.getByLabelText('Email address'), '.com');
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByLabelText('Email address')).toHaveValue('tom@example.com');
});

test('a mistyped address can be corrected by going back and asking for a reset link again', async () => {
  await answerApi({ 'POST /api/password-resets': [202, null] });
  const user = userEvent.setup();
  openDialog();
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.type(screen.getByLabelText('Email address'), 'tom@exmaple.com');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByRole('heading', { name: 'Look into your mailbox' });

  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));

  expect(screen.getByLabelText('Email address')).toHaveValue('tom@exmaple.com');
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeVisible();
});
