import { beforeEach, expect, test, vi } from 'vitest';
import { auditPageSchema } from '#common/audit-log/audit-log-api.ts';
import { AlertModel } from '../alerts/alert-model.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { countSecurityEvent, MAX_COUNTED_SEPARATELY } from '../infra/security-counts.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { ATTACK_TRIES, watchSignIns } from './watch-sign-ins.ts';

setUpTestApp();

const QUARTER_MS = 900_000;

let quartersAhead = 0;

// Fixes the clock in the middle of a quarter hour, so that no new one begins during a test.
beforeEach(() => {
  const middle = (Math.floor(databaseClock.nowMs() / QUARTER_MS) + 0.5) * QUARTER_MS;
  const clock = vi
    .spyOn(databaseClock, 'nowMs')
    .mockImplementation(() => middle + quartersAhead * QUARTER_MS);
  return () => clock.mockRestore();
});

/** Runs a function with the clock advanced by a number of quarter hours. */
async function later(quarters: number, run: () => Promise<unknown>): Promise<void> {
  quartersAhead = quarters;
  try {
    await run();
  } finally {
    quartersAhead = 0;
  }
}

const search = async (query: Record<string, string>) => {
  const { body } = await as(await buildAdmin()).get(`/api/ops/audit-log?${new URLSearchParams(query)}`);
  return auditPageSchema.parse(body).entries;
};

const guess = (email: string, address: string) =>
  visitor().post('/api/session', { email, password: 'a wrong guess' }, { 'x-forwarded-for': address });

test('failed sign-ins are logged once per quarter hour, account and network, without the email typed', async () => {
  const rider = await buildRider();
  for (let times = 0; times < 12; times += 1) await guess(rider.email, '203.0.113.77');
  await guess(rider.email, '198.51.100.9');
  await guess('Nobody@Example.com', '203.0.113.77');

  await watchSignIns();
  expect(await search({ topic: 'security', q: rider.email })).toEqual([]);
  await later(1, watchSignIns);
  await later(1, watchSignIns);

  const lines = await search({ topic: 'security', q: rider.email.toUpperCase() });
  expect(lines.map(({ action, actor, after }) => [action, actor.role, actor.address, after])).toEqual(
    expect.arrayContaining([
      ['sign-in failed', 'visitor', '203.0.113.x', { failed: 10, challenged: 2, since: expect.any(String) }],
      ['sign-in failed', 'visitor', '198.51.100.x', { failed: 1, since: expect.any(String) }],
    ]),
  );
  expect(lines).toHaveLength(2);
  expect(await search({ q: 'nobody@example.com' })).toHaveLength(1);
  const stored = JSON.stringify(await AuditModel.find({ action: 'sign-in failed' }).lean());
  expect(stored).not.toMatch(/nobody@example|203\.0\.113\.77/i);
  expect(stored).not.toContain(rider.email);
});

test('recording a quarter hour twice, as after a crash, adds no second audit entry', async () => {
  const account = 'a'.repeat(16);
  const subject = { name: 'sign-in', account, network: 'b'.repeat(16), shownNetwork: '203.0.113.x' };
  const count = () => later(-8, () => countSecurityEvent('failed', subject));
  await count();
  await watchSignIns();
  await count();
  await watchSignIns();

  expect(await search({ subjectId: account })).toHaveLength(1);
});

test('an attack from many networks adds a bounded number of audit entries, the rest summed up in one', async () => {
  const count = (network: number) =>
    countSecurityEvent('challenged', {
      name: 'sign-in',
      account: 'c'.repeat(16),
      network: `${network}`,
      shownNetwork: '',
    });
  await later(-20, async () => {
    for (let network = 0; network < MAX_COUNTED_SEPARATELY + 200; network += 1) await count(network);
  });
  const before = await AuditModel.countDocuments({});

  await watchSignIns();

  expect((await AuditModel.countDocuments({})) - before).toBe(MAX_COUNTED_SEPARATELY + 1);
  const [rest] = await search({ subjectId: 'others' });
  expect(rest?.after).toMatchObject({ challenged: 200 });
});

test('reaching a rate limit is recorded in the audit log', async () => {
  const browser = visitor();
  for (let times = 0; times < 12; times += 1)
    await browser.post('/api/validate-gift-card', { code: 'GC-NONE' });
  await later(1, watchSignIns);

  const [line] = await search({ subjectId: 'gift-card-address' });
  expect(line).toMatchObject({ action: 'limit reached', after: { times: 2 } });
});

test('an attack on sign-ins opens one alert, which is resolved once the attack ends', async () => {
  const subject = { name: 'sign-in', account: 'd'.repeat(16), network: 'e'.repeat(16), shownNetwork: '' };
  const alerts = () => AlertModel.find({ kind: 'sign-in-attack' }).lean();
  const attack = async (times: number) => {
    for (let count = 0; count < times; count += 1) await countSecurityEvent('challenged', subject);
  };
  await later(4, async () => {
    await attack(ATTACK_TRIES - 1);
    await watchSignIns();
    expect(await alerts()).toEqual([]);
    await attack(1);
    await watchSignIns();
    await watchSignIns();
  });
  await later(5, watchSignIns);
  expect(await alerts()).toMatchObject([{ resolvedAt: null, text: expect.stringContaining('1,000') }]);

  await later(6, watchSignIns);
  expect(await alerts()).toMatchObject([{ resolvedAt: expect.any(Date), resolvedBy: null }]);
});
