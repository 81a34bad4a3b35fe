// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#common/audit-log/audit-entry.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { LogScreen } from './log-screen.tsx';

const ADMIN_ID = 'a'.repeat(24);

const build = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'f'.repeat(24),
  at: '2026-11-21T00:12:08.000Z',
  actor: { role: 'admin', id: ADMIN_ID, name: 'Robin Hale', address: '68.104.22.17' },
  action: 'staff changed',
  subject: { kind: 'staff', id: 'b'.repeat(24), name: 'Marco Bell' },
  before: { role: 'dispatcher', state: 'active' },
  after: { role: 'admin', state: 'active' },
  ...overrides,
});

const Address = () => <p data-testid="address">{useLocation().search}</p>;
const address = () => screen.getByTestId('address').textContent;

const open = (search = '') =>
  render(
    <MemoryRouter initialEntries={[`/ops/log${search}`]}>
      <LogScreen />
      <Address />
    </MemoryRouter>,
  );

test('a log entry shows its action, the time in Las Vegas, the changed fields and the IP address', async () => {
  await answerApi({ 'GET /api/ops/audit-log': [200, { entries: [build()], next: null }] });
  open();

  const row = (await screen.findByText('Staff changed')).closest('tr');
  expect(row?.textContent).toContain('4:12:08 PM');
  expect(row?.textContent).toContain('Role: dispatcher to admin');
  expect(row?.textContent).not.toContain('State');
  expect(row?.textContent).toContain('68.104.22.17');
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
});

test('older log entries are loaded on demand', async () => {
  const next = `1-${'0'.repeat(24)}`;
  const older = build({ id: 'e'.repeat(24), action: 'signed in', before: null, after: null });
  await answerApi({
    'GET /api/ops/audit-log': [200, { entries: [build()], next }],
    [`GET /api/ops/audit-log?after=${next}`]: [200, { entries: [older], next: null }],
  });
  open();

  fireEvent.click(await screen.findByRole('button', { name: 'Older' }));

  expect(await screen.findByText('Signed in')).toBeVisible();
  expect(screen.getByText('Staff changed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
});

test('pressing a name filters the log by that person, and the filter can be removed', async () => {
  const page = [200, { entries: [build()], next: null }] as const;
  await answerApi({ 'GET /api/ops/audit-log': page, [`GET /api/ops/audit-log?actorId=${ADMIN_ID}`]: page });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Robin Hale' }));

  const chip = await screen.findByRole('button', { name: 'Who Robin Hale: remove this filter' });
  expect(address()).toBe(`?who=${ADMIN_ID}`);
  fireEvent.click(chip);
  expect(address()).toBe('');
});

test('the security log is a section of its own that keeps the other filters', async () => {
  const failed = build({
    actor: { role: 'visitor', id: '1f'.repeat(8), name: 'Somebody', address: '203.0.113.x' },
    action: 'sign-in failed',
    subject: { kind: 'account', id: '9a'.repeat(8), name: null },
    before: null,
    after: { failed: 10, challenged: 32 },
  });
  await answerApi({
    'GET /api/ops/audit-log?on=2026-11-20': [200, { entries: [build()], next: null }],
    'GET /api/ops/audit-log?topic=security&on=2026-11-20': [200, { entries: [failed], next: null }],
  });
  open('?on=2026-11-20');
  fireEvent.click(await screen.findByRole('link', { name: 'Security' }));

  const row = (await screen.findByText('Sign-in failed')).closest('tr');
  expect(row?.textContent).toContain('Failed: 10');
  expect(row?.textContent).toContain('Challenged: 32');
  expect(address()).toBe('?topic=security&on=2026-11-20');
  expect(screen.getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('page');
});

test('a day without entries and a search without results each show a message', async () => {
  const none = [200, { entries: [], next: null }] as const;
  await answerApi({
    'GET /api/ops/audit-log?on=2026-11-20': none,
    'GET /api/ops/audit-log?q=gold&on=2026-11-20': none,
  });
  open('?on=2026-11-20');
  expect(await screen.findByText('Nothing logged on this day')).toBeVisible();

  fireEvent.change(screen.getByLabelText('Search the log'), { target: { value: 'gold' } });

  expect(await screen.findByText('No entry fits')).toBeVisible();
  expect(address()).toBe('?q=gold&on=2026-11-20');
  expect(screen.getByText(/“gold” on Fri 20 Nov/)).toBeVisible();
});

test('choosing a day while the search is still debounced keeps both filters', async () => {
  const none = [200, { entries: [], next: null }] as const;
  await answerApi({
    'GET /api/ops/audit-log': none,
    'GET /api/ops/audit-log?on=2026-11-20': none,
    'GET /api/ops/audit-log?q=gold&on=2026-11-20': none,
  });
  open();
  fireEvent.change(screen.getByLabelText('Search the log'), { target: { value: 'gold' } });
  fireEvent.change(screen.getByLabelText('Day in Las Vegas'), { target: { value: '2026-11-20' } });

  expect(await screen.findByText('No entry fits')).toBeVisible();
  expect(address()).toBe('?q=gold&on=2026-11-20');
});
