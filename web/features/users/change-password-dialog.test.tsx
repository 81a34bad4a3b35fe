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
])(
  'the warning that a new password ends calendar and tracking app access is shown to a %s: %s',
  async (role, isSaid) => {
    const ignore = () => {};
    render(<ChangePasswordDialog user={buildUser({ role })} isOpen onClose={ignore} onChanged={ignore} />);
    await screen.findByRole('dialog', { name: 'Change password' });

    expect(screen.queryByText(/calendar address.*tracking app/) !== null).toBe(isSaid);
  },
);
