// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#common/users/user.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

test.each<[Role, boolean]>([
  ['driver', true],
  ['rider', false],
  ['admin', false],
])('whether a new password ends a calendar and a tracking app: of a %s %s', async (role, isSaid) => {
  const ignore = () => {};
  render(<ChangePasswordDialog user={buildUser({ role })} isOpen onClose={ignore} onChanged={ignore} />);
  await screen.findByRole('dialog', { name: 'Change password' });

  expect(screen.queryByText(/calendar address.*tracking app/) !== null).toBe(isSaid);
});
