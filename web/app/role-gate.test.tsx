// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextPath } from '#web/features/users/next-path.ts';
import {
  failSession,
  receiveSession,
  setActiveRole,
  useSessionStore,
} from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { RoleGate } from './role-gate.tsx';

const rider = buildUser({ name: 'Alex Morgan' });
const driver = buildUser({ role: 'driver', name: 'Sam Ortega' });
const both = buildSession({ rider, driver });

/** Opens a page of one role in a new window. */
const open = (only: 'rider' | 'driver') =>
  render(
    <MemoryRouter initialEntries={[only === 'driver' ? '/driver' : '/my-rides']}>
      <RoleGate only={only}>{({ name }) => <p>Page of {name}</p>}</RoleGate>
    </MemoryRouter>,
  );

/** Resets the window's script state, as a reload does. */
const reload = () => useSessionStore.setState(useSessionStore.getInitialState(), true);

const activeRole = () => useSessionStore.getState().activeRole;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  reload();
});
afterEach(() => {
  sessionStorage.clear();
});

test.each([
  ['driver', 'Page of Sam Ortega'],
  ['rider', 'Page of Alex Morgan'],
] as const)('a %s page opened first makes that role active, also after a reload', (only, page) => {
  const { unmount } = open(only);
  expect(screen.getByRole('status').textContent).toBe('Loading rides...');
  act(() => receiveSession(both));
  expect(screen.getByText(page)).toBeVisible();
  expect(activeRole()).toBe(only);

  unmount();
  reload();
  receiveSession(both);
  expect(activeRole()).toBe(only);
});

test('opening a driver page while acting as a rider makes the driver role active', () => {
  receiveSession(both);
  setActiveRole('rider');

  open('driver');

  expect(screen.getByText('Page of Sam Ortega')).toBeVisible();
  expect(activeRole()).toBe('driver');
});

test('switching to the rider role on a driver page is not undone by the role gate', () => {
  receiveSession(both);
  open('driver');

  act(() => setActiveRole('rider'));

  expect(activeRole()).toBe('rider');
});

test('a user not signed in to the required role sees a sign-in prompt instead of the page', () => {
  receiveSession(buildSession({ rider }));

  open('driver');

  expect(screen.getByRole('heading', { name: 'This page is for drivers' })).toBeVisible();
  expect(screen.getByText('You are acting as Rider: Alex Morgan.')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Sign in as a driver' });
  expect(link.getAttribute('href')).toBe('/sign-in?role=driver&next=%2Fdriver');
  expect(screen.queryByText(/^Page of/)).toBeNull();
  expect(activeRole()).toBe('rider');
});

test('the sign-in link of the role gate returns to the requested address with its query', () => {
  receiveSession(buildSession());

  render(
    <MemoryRouter initialEntries={['/driver-earnings?week=2026-11-09']}>
      <RoleGate only="driver">{() => null}</RoleGate>
    </MemoryRouter>,
  );

  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in as a driver' });
  expect(nextPath(new URL(link.href).searchParams)).toBe('/driver-earnings?week=2026-11-09');
});

test('a visitor is asked to sign in', () => {
  receiveSession(buildSession());

  open('rider');

  expect(screen.getByText('Please sign in to see it.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in as a rider' })).toBeVisible();
});

test('a failed session request shows an error instead of treating the user as signed out', () => {
  open('rider');

  act(failSession);

  expect(screen.getByRole('alert').textContent).toContain("We couldn't sign you in");
});
