// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { nextPath } from './next-path.ts';

/** Renders the control for a rider on a newly loaded page, with fresh modules. */
async function beginPage() {
  vi.resetModules();
  const { AccountControl } = await import('./account-control.tsx');
  const { receiveSession } = await import('./session-store.ts');
  receiveSession(buildSession({ rider: buildUser({ name: 'Alex Morgan' }) }));
  const show = () =>
    render(
      <MemoryRouter>
        <AccountControl look="pill" />
      </MemoryRouter>,
    );
  return { ...show(), show };
}

const menu = { name: 'Rider: Alex Morgan, account' };

test('once loaded, the account menu is shown at once wherever it is rendered again', async () => {
  const { unmount, show } = await beginPage();
  expect(await screen.findByRole('button', menu)).toBeVisible();

  unmount();
  show();

  expect(screen.getByRole('button', menu)).toBeVisible();
});

test('the sign-in link of the header leads back to the current address, with its query', async () => {
  vi.resetModules();
  const { AccountControl } = await import('./account-control.tsx');
  const { receiveSession } = await import('./session-store.ts');
  receiveSession(buildSession());

  render(
    <MemoryRouter initialEntries={['/help?topic=refunds']}>
      <AccountControl look="pill" />
    </MemoryRouter>,
  );

  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in' });
  expect(nextPath(new URL(link.href).searchParams)).toBe('/help?topic=refunds');
});

test('if the account menu fails to load, a link to the account page is shown', async () => {
  vi.doMock('./signed-in-control.tsx', () => {
    throw new Error('offline');
  });
  onTestFinished(() => void vi.doUnmock('./signed-in-control.tsx'));
  await beginPage();

  expect(await screen.findByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account');
});
