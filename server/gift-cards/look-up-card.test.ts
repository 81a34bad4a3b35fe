import { expect, test, vi } from 'vitest';
import type { AppError } from '#common/errors.ts';
import { formatCode } from '#common/gift-cards/code.ts';
import { logger } from '../infra/logger.ts';
import { as, visitor } from '../testing/as.ts';
import { buildGiftCard, soundCard } from '../testing/build-gift-card.ts';
import { buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import { deriveCode } from './gift-card-codes.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { captureGiftCard, holdGiftCard } from './ledger.ts';
import { lookUpCard } from './look-up-card.ts';

setUpTestApp();

const unknownCode = () => formatCode(deriveCode(newId()));
const validate = (client: TestClient, code: unknown, headers?: Record<string, string>) =>
  client.post('/api/validate-gift-card', { code }, headers);
const statementOf = (client: TestClient, code: string) => client.post('/api/gift-cards/balance', { code });

const until = new Date(Date.now() + 3_600_000);

async function buildSpentCard(riderId: string = newId()) {
  const card = await buildGiftCard(5_000);
  const ride = { giftCardId: card.id, rideId: newId() };
  await holdGiftCard({ ...ride, amountCents: 5_000, memo: 'Sphere', riderId, until });
  await captureGiftCard(ride);
  return card;
}

test('a card is found by its code, however it is typed, and shown by its last four symbols', async () => {
  const card = await buildGiftCard(25_000);
  const typed = card.code.toLowerCase().replaceAll('-', '  ');

  const reply = await validate(visitor(), typed);

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ id: card.pass, code: `•••• ${card.code.slice(-4)}`, currentBalance: 250 });
});

test('unknown, spent, unpaid and unreadable codes get the same refusal after the same database query', async () => {
  const spent = await buildSpentCard();
  const find = vi.spyOn(GiftCardModel, 'findOne');
  const replies = [];
  // The third code belongs to no issued card, but is correctly derived.
  for (const code of [unknownCode(), spent.code, formatCode(deriveCode(newId())), 'hello', '7'.repeat(64)]) {
    find.mockClear();
    const { status, body } = await validate(visitor(), code);
    const asked = find.mock.calls.map(([filter]) => Object.keys(filter ?? {}));
    replies.push({ status, body, asked });
  }

  expect(replies[0]).toEqual({
    status: 400,
    body: {
      code: 'INVALID_REQUEST',
      message: 'This gift card is not valid',
      issues: [{ path: 'code', message: 'This gift card is not valid' }],
    },
    asked: [['codeHash']],
  });
  for (const reply of replies) expect(reply).toEqual(replies[0]);
});

test.each([
  ['nothing', '', 'Gift card code required'],
  ['blanks', '   ', 'Gift card code required'],
])('a gift card code of %s is refused as missing', async (_what, code, message) => {
  const reply = await validate(visitor(), code);

  expect([reply.status, Object(reply.body).message]).toEqual([400, message]);
});

test.each([{ $gt: '' }, ['a'], 7, null, 'x'.repeat(65)])(
  'a malformed gift card code %j is refused',
  async (code) => {
    expect((await validate(visitor(), code)).status).toBe(400);
  },
);

test('of a hundred concurrent guesses ten are looked up, and the rest are refused for up to an hour', async () => {
  const guesser = visitor();
  const find = vi.spyOn(GiftCardModel, 'findOne');

  const replies = await Promise.all(Array.from({ length: 100 }, () => validate(guesser, unknownCode())));

  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(90);
  expect(find).toHaveBeenCalledTimes(10);
  const seconds = Number(refused[0]?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(3_500);
  expect(seconds).toBeLessThanOrEqual(3_600);
});

test('of ten thousand guesses from one address only ten are looked up, and none finds a card', async () => {
  const find = vi.spyOn(GiftCardModel, 'findOne');
  const guess = (): Promise<string> =>
    lookUpCard({
      code: unknownCode(),
      clientNetwork: '192.0.2.1',
      riderId: undefined,
      refuses: () => null,
    }).then(
      () => 'found',
      (error: AppError) => error.code,
    );
  const outcomes: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    outcomes.push(...(await Promise.all(Array.from({ length: 500 }, guess))));
  }

  expect(outcomes.filter((outcome) => outcome === 'INVALID_REQUEST')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(9_990);
  expect(find).toHaveBeenCalledTimes(10);
});

test('a valid code does not reset the count of wrong guesses, and is refused once there are too many', async () => {
  const card = await buildGiftCard();
  const guesser = visitor();
  for (let guess = 0; guess < 9; guess += 1) await validate(guesser, unknownCode());

  const statuses = [];
  for (const code of [card.code, card.code, unknownCode(), card.code]) {
    statuses.push((await validate(guesser, code)).status);
  }

  expect(statuses).toEqual([200, 200, 400, 429]);
});

test('valid codes do not count towards the rate limit', async () => {
  const card = await buildGiftCard();
  const bearer = visitor();

  for (let time = 0; time < 15; time += 1) expect((await validate(bearer, card.code)).status).toBe(200);
});

test('a forged x-forwarded-for address does not evade the rate limit for guesses', async () => {
  const guesser = visitor();
  const made = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}, ${guesser.address}` });

  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, number) => validate(guesser, unknownCode(), made(number))),
  );

  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('an account that guesses gift card codes from many addresses is rate-limited', async () => {
  const rider = await buildRider();
  const from = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` });
  await as(rider).signIn();

  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, number) => validate(as(rider), unknownCode(), from(number))),
  );

  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('wrong guesses for statements and for validations count together', async () => {
  const guesser = visitor();
  for (let guess = 0; guess < 5; guess += 1) {
    await validate(guesser, unknownCode());
    await statementOf(guesser, unknownCode());
  }

  expect((await statementOf(guesser, unknownCode())).status).toBe(429);
  expect((await validate(guesser, unknownCode())).status).toBe(429);
});

test('a rider can read the statement of a card they have spent, with the memos of their rides', async () => {
  const rider = await buildRider();
  const card = await buildSpentCard(rider.id);

  const reply = await statementOf(as(rider), card.code);

  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    last4: card.code.slice(-4),
    balanceCents: 0,
    heldCents: 0,
    holds: [],
    entries: [
      { kind: 'issue', amountCents: 5_000, memo: null },
      { kind: 'hold', amountCents: -5_000, memo: 'Sphere' },
      { kind: 'capture', amountCents: 0, memo: 'Sphere' },
    ],
  });
  expect((await soundCard(card.id)).balanceCents).toBe(0);
});

test('the statement of a card shows the memos of a ride to nobody but its rider', async () => {
  const card = await buildSpentCard();

  for (const bearer of [visitor(), as(await buildRider())]) {
    const { body } = await statementOf(bearer, card.code);
    expect(Object(body).entries).toMatchObject([
      { kind: 'issue', memo: null },
      { kind: 'hold', memo: null },
      { kind: 'capture', memo: null },
    ]);
    expect(JSON.stringify(body)).not.toContain('Sphere');
  }
});

test('gift card codes are not logged', async () => {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn'] as const) {
    vi.spyOn(logger, level).mockImplementation((...args: unknown[]) => void lines.push(args));
  }
  const card = await buildGiftCard();
  const guess = unknownCode();
  const guesser = visitor();
  for (let time = 0; time < 12; time += 1) await validate(guesser, time === 0 ? card.code : guess);

  const logged = JSON.stringify(lines).replaceAll('-', '');
  expect(logged).toContain('rate limit exceeded');
  for (const code of [card.code, guess]) {
    expect(logged).not.toContain(code.replaceAll('-', ''));
    expect(logged).not.toContain(code.replaceAll('-', '').slice(3));
  }
});
