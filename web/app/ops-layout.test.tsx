// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { type OpsPage, opsPagesOf } from '#common/ops/ops-pages.ts';
import { receiveSession } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { OpsLayout } from './ops-layout.tsx';
import { OpsTabBar } from './ops-tab-bar.tsx';

const pageOf = (label: string): OpsPage => ({ path: `/ops/${label}`, label, who: 'dispatcher' });

function linksOf(role: 'dispatcher' | 'admin'): string[] {
  receiveSession(buildSession({ staff: buildUser({ role }) }));
  const { container, unmount } = render(
    <MemoryRouter initialEntries={['/ops']}>
      <OpsLayout />
    </MemoryRouter>,
  );
  const navigation = container.querySelector<HTMLElement>('header nav');
  const links = navigation ? within(navigation).getAllByRole('link') : [];
  const labels = links.map(({ textContent }) => textContent ?? '');
  unmount();
  return labels;
}

test('the console navigation lists the pages of the signed-in role and hides admin pages from dispatchers', () => {
  expect(linksOf('admin')).toEqual(opsPagesOf('admin').map(({ label }) => label));
  expect(linksOf('dispatcher')).toEqual(opsPagesOf('dispatcher').map(({ label }) => label));
  expect(linksOf('dispatcher')).not.toContain('People');
});

test('with seven pages, the tab bar shows four tabs and puts the other three behind More', () => {
  const labels = ['Rides', 'Day', 'Drivers', 'Inbox', 'Pricing', 'People', 'Log'];
  render(
    <MemoryRouter initialEntries={['/ops/Day']}>
      <OpsTabBar pages={labels.map(pageOf)} />
    </MemoryRouter>,
  );

  const more = screen.getByRole('button', { name: 'More' });
  const panel = document.getElementById(more.getAttribute('popovertarget') ?? '');
  expect(panel && [...panel.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Pricing',
    'People',
    'Log',
  ]);
  expect(screen.getByRole('link', { name: 'Day' }).getAttribute('aria-current')).toBe('page');
});

test('with five pages, the tab bar shows all of them without More', () => {
  render(
    <MemoryRouter>
      <OpsTabBar pages={['1', '2', '3', '4', '5'].map(pageOf)} />
    </MemoryRouter>,
  );

  expect(screen.getAllByRole('link')).toHaveLength(5);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});
