// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#common/users/user.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { OwnData } from './own-data.tsx';

async function openDeletion(role: Role) {
  render(<OwnData user={buildUser({ role })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  return within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
}

test('a rider reads before the deletion which fingerprints stay, and that charges must be paid first', async () => {
  const dialog = await openDeletion('rider');

  expect(dialog.getByText(/email address.*phone and bank card/)).toBeVisible();
  expect(dialog.getByText(/charge paid/)).toBeVisible();
  expect(dialog.queryByText(/not linked to you/)).toBeNull();
});

test('a driver reads before the deletion that final fares must be decided, and nothing about fingerprints', async () => {
  const dialog = await openDeletion('driver');

  expect(dialog.getByText(/final fares decided and your earnings paid out/)).toBeVisible();
  expect(dialog.queryByText(/bank card/)).toBeNull();
});
