// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const Address = () => {
  const { pathname, search, hash } = useLocation();
  return <p>{`At ${pathname}${search}${hash}`}</p>;
};

test('the email address typed to sign in is filled in after Forgot your password, and back, but in no address', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/sign-in']}>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
      </Routes>
      <Address />
    </MemoryRouter>,
  );
  await user.type(screen.getByLabelText('Email address'), 'tom@example');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));

  expect(screen.getByText('At /reset-password')).toBeVisible();
  expect(screen.getByLabelText('Email address')).toHaveValue('tom@example');
  await user.type(screen.getByLabelText('Email address'), '.com');
  await user.click(screen.getByRole('link', { name: 'Back to sign in' }));

  expect(screen.getByText('At /sign-in')).toBeVisible();
  expect(screen.getByLabelText('Email address')).toHaveValue('tom@example.com');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('tom@');
});
