import { expect, test } from 'vitest';
import type { InboxPage } from '#common/messages/inbox-api.ts';
import { buildRow } from '../testing/build-message.ts';
import { receiveRow } from './inbox-rows.ts';

const old = buildRow({ id: 'a'.repeat(24), receivedAt: '2026-11-20T20:00:00.000Z', version: 3 });
const page: InboxPage = { rows: [old], next: null, total: 1 };

test('a new message is listed first and counted', () => {
  const row = buildRow({ id: 'b'.repeat(24), receivedAt: '2026-11-20T22:00:00.000Z' });

  const { page: after, isStale } = receiveRow(page, row, { state: 'open' });

  expect([after.rows, after.total, isStale]).toEqual([[row, old], 2, false]);
});

test('a done message leaves the open list, a newer version replaces its row, and an older one is ignored', () => {
  const done = { ...old, version: 4, state: 'done' as const };
  expect(receiveRow(page, done, { state: 'open' }).page).toEqual({ rows: [], next: null, total: 0 });
  expect(receiveRow(page, { ...old, version: 4 }, { state: 'open' }).page.rows[0]?.version).toBe(4);
  expect(receiveRow(page, { ...done, version: 3 }, { state: 'open' }).page).toBe(page);
});

test('a change of a message that is not listed but may have been counted makes the list stale', () => {
  const elsewhere = buildRow({ id: 'c'.repeat(24), version: 2, state: 'done' });

  expect(receiveRow(page, elsewhere, { state: 'open' })).toEqual({ page, isStale: true });
  expect(receiveRow(page, { ...elsewhere, version: 1 }, { state: 'open' }).isStale).toBe(false);
  expect(receiveRow(page, buildRow({ id: 'd'.repeat(24) }), { q: 'scarf' }).isStale).toBe(true);
});

test('a list filtered by assignee takes only messages of that assignee', () => {
  const mine = buildRow({ id: 'e'.repeat(24), assignee: { id: 'f'.repeat(24), name: 'Dana Reyes' } });

  expect(receiveRow(page, mine, { assignee: 'nobody' }).page.rows).toHaveLength(1);
  expect(receiveRow(page, mine, { assignee: 'f'.repeat(24) }).page.rows).toHaveLength(2);
});
