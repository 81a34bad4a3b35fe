// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { OpsPage } from '#common/ops/ops-pages.ts';
import {
  failSession,
  receiveSession,
  setActiveRole,
  useSessionStore,
} from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { StaffGate } from './staff-gate.tsx';

const dispatcher = buildUser({ role: 'dispatcher', name: 'Dana Reyes' });
const admin = buildUser({ role: 'admin', name: 'Robin Hale' });

const PRICES: OpsPage = { path: '/ops/prices', label: 'Pricing', who: 'admin' };
const DAY: OpsPage = { path: '/ops/day', label: 'Day', who: 'dispatcher' };

const open = (page: OpsPage, content: ReactNode = <p>What is in it</p>) =>
  render(
    <MemoryRouter initialEntries={[`${page.path}?on=2026-11-20`]}>
      <Suspense fallback="Around the gate">
        <StaffGate page={page}>{content}</StaffGate>
      </Suspense>
    </MemoryRouter>,
  );

const content = () => screen.queryByText('What is in it');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

test('a dispatcher page admits dispatchers and admins and makes the staff role active', () => {
  for (const staff of [dispatcher, admin]) {
    receiveSession(buildSession({ staff, rider: buildUser() }));
    setActiveRole('rider');
    const { unmount } = open(DAY);
    expect(content()).not.toBeNull();
    expect(useSessionStore.getState().activeRole).toBe('staff');
    unmount();
  }
});

test('a dispatcher on an admin page sees that it is for admins and a link back', () => {
  receiveSession(buildSession({ staff: dispatcher }));

  open(PRICES);

  expect(content()).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
  expect(screen.getByText('You are signed in as Dispatcher: Dana Reyes.')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Back to / }).getAttribute('href')).toBe('/ops');
});

test('a user who is not staff gets a sign-in link that returns to the requested page', () => {
  receiveSession(buildSession({ rider: buildUser() }));

  open(DAY);

  expect(content()).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in as staff' }).getAttribute('href')).toBe(
    '/sign-in?role=staff&next=%2Fops%2Fday%3Fon%3D2026-11-20',
  );
});

test('the title and heading stay while the session and then the page’s code are loading', () => {
  const Page = lazy(() => new Promise<never>(() => {}));
  open(DAY, <Page />);
  act(() => receiveSession(buildSession({ staff: dispatcher })));

  expect(document.title).toBe('Day · Marquee');
  expect(screen.getByRole('heading', { level: 1, name: 'Day' })).toBeVisible();
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  expect(screen.queryByText('Around the gate')).toBeNull();
});

test('the staff gate shows a loading status while the session is unknown, and an error if it fails', () => {
  open(DAY);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  expect(content()).toBeNull();

  act(failSession);
  expect(screen.getByRole('alert').textContent).toContain("We couldn't sign you in");
});

test('recovery codes stay on screen until they are dismissed, even when the session is updated', async () => {
  const isIn = buildSession({ staff: admin });
  await answerApi({
    'GET /api/account/factors?role=admin': [200, { passkeys: [], totp: null, isRequired: true }],
    'POST /api/account/totp': [200, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Marquee' }],
    'POST /api/account/totp/confirm': [200, { recoveryCodes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] }],
    'GET /api/session': [200, isIn],
  });
  receiveSession({ ...isIn, staffNeedsFactor: true });
  open(DAY);

  fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  const setUp = within(await screen.findByRole('dialog', { name: 'Authenticator app' }));
  fireEvent.change(setUp.getByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.submit(setUp.getByRole('button', { name: 'Turn on' }));
  // A reconnect reloads the session, in which the app is already turned on, before the reply to turning it on
  // arrives.
  act(() => receiveSession(isIn));

  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }));
  expect(codes.getAllByRole('listitem')).toHaveLength(2);
  act(() => receiveSession({ ...isIn }));
  expect(content()).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'I saved them' }));
  expect(await screen.findByText('What is in it')).toBeVisible();
});
