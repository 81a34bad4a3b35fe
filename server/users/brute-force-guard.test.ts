import { expect, test, vi } from 'vitest';
import { visitor } from '../testing/as.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { solve } from '../testing/solve-challenge.ts';
import type { Reply, TestClient } from '../testing/test-client.ts';
import { createBruteForceGuard } from './brute-force-guard.ts';
import { UserModel } from './user-model.ts';
import { createWrongGuesses, guessKeys } from './wrong-guesses.ts';

setUpTestApp();

type Person = { email: string };

const signIn = (browser: TestClient, { email }: Person, more: object = {}, address = browser.address) =>
  browser.post('/api/session', { email, password: TEST_PASSWORD, ...more }, { 'x-forwarded-for': address });

const wrong = { password: 'a wrong guess' };

/** Sends wrong passwords for an account, each from a different address. @returns the replies */
const attack = (person: Person, times: number): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, () => signIn(visitor(), person, wrong)));

const codeOf = ({ body }: Reply): string | undefined => Object(body).code;
const challengeOf = ({ body }: Reply): string => Object(body).challenge;

function countCodes(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of replies.map(codeOf)) counts[`${code}`] = (counts[`${code}`] ?? 0) + 1;
  return counts;
}

test('an attack from 200 addresses gets at most 30 guesses, and the owner can still sign in from any browser', async () => {
  const rider = await buildRider();
  const known = visitor();
  await signIn(known, rider);
  await known.delete('/api/session');

  const replies = await attack(rider, 200);

  const { INVALID_CREDENTIALS: guessed = 0, CHALLENGE_REQUIRED: challenged = 0 } = countCodes(replies);
  expect(guessed).toBeLessThanOrEqual(30);
  expect(guessed + challenged).toBe(200);
  expect((await signIn(known, rider)).status).toBe(200);

  const fresh = visitor();
  const asked = await signIn(fresh, rider);
  expect([asked.status, codeOf(asked)]).toEqual([428, 'CHALLENGE_REQUIRED']);
  expect((await signIn(fresh, rider, { proof: await solve(challengeOf(asked)) })).status).toBe(200);
});

test('challenge and sign-in replies are identical whether or not the account exists', async () => {
  const people = [await buildRider(), { email: `nobody-${Date.now()}@example.com` }];
  await Promise.all(people.map((person) => attack(person, 40)));

  const answers = await Promise.all(
    people.map(async (person) => {
      const browser = visitor();
      const asked = await signIn(browser, person, wrong);
      const answered = await signIn(browser, person, { ...wrong, proof: await solve(challengeOf(asked)) });
      const { challenge, ...words } = Object(asked.body);
      return [asked.status, words, typeof challenge, answered.status, answered.body];
    }),
  );

  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[3]).toBe(401);
});

test('an attacked sign-in makes the same number of database reads whether or not the account exists', async () => {
  const people = [await buildRider(), { email: `nobody-${Date.now()}@example.com` }];
  await Promise.all(people.map((person) => attack(person, 40)));
  const reads = vi.spyOn(UserModel, 'findOne');

  const counts: number[][] = [];
  for (const person of people) {
    const browser = visitor();
    const asked = await signIn(browser, person, wrong);
    const afterAsking = reads.mock.calls.length;
    await signIn(browser, person, { ...wrong, proof: await solve(challengeOf(asked)) });
    counts.push([afterAsking, reads.mock.calls.length]);
    reads.mockClear();
  }

  expect(counts).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('after ten wrong passwords a new browser gets a challenge, and a successful sign-in clears the count', async () => {
  const rider = await buildRider();
  const browser = visitor();
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await signIn(browser, rider, wrong)).status).toBe(401);
  }

  const asked = await signIn(browser, rider);
  expect(asked.status).toBe(428);
  const proof = await solve(challengeOf(asked));
  expect((await signIn(browser, rider, { proof })).status).toBe(200);
  expect((await signIn(visitor(), rider, wrong, browser.address)).status).toBe(401);
});

test('a challenge proof for another account or network, or one already used, is not accepted', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  await Promise.all([attack(rider, 40), attack(other, 40)]);
  const browser = visitor();
  const proofFor = async (person: Person, from = browser) =>
    solve(challengeOf(await signIn(from, person, wrong)));

  const foreign = [await proofFor(other), await proofFor(rider, visitor()), 'forged'];
  for (const proof of foreign)
    expect(codeOf(await signIn(browser, rider, { proof }))).toBe('CHALLENGE_REQUIRED');

  const proof = await proofFor(rider);
  expect(codeOf(await signIn(browser, rider, { ...wrong, proof }))).toBe('INVALID_CREDENTIALS');
  expect(codeOf(await signIn(browser, rider, { proof }))).toBe('CHALLENGE_REQUIRED');
});

test('an attack from a shared address does not lock out the other people behind that address', async () => {
  const address = '198.51.100.7';
  const targets = await Promise.all(Array.from({ length: 12 }, () => buildRider()));
  const replies = await Promise.all(
    targets.flatMap((target) => Array.from({ length: 10 }, () => signIn(visitor(), target, wrong, address))),
  );
  expect(countCodes(replies).INVALID_CREDENTIALS).toBeLessThanOrEqual(100);

  const [neighbour, colleague] = [await buildRider(), await buildRider()];
  const known = visitor();
  await signIn(known, colleague);
  expect((await signIn(known, colleague, {}, address)).status).toBe(200);
  const browser = visitor();
  const asked = await signIn(browser, neighbour, {}, address);
  const proof = await solve(challengeOf(asked));
  expect((await signIn(browser, neighbour, { proof }, address)).status).toBe(200);
});

const guess = { account: 'owner@example.com', device: null, proof: undefined };

test('successful sign-ins do not count towards the limit: 300 people behind one address can sign in', async () => {
  const admit = createBruteForceGuard({ name: 'test-right' });
  for (let person = 0; person < 300; person += 1) {
    const account = `person-${person}@example.com`;
    await (await admit({ ...guess, account, network: '198.51.100.8' })).succeeded();
  }
});

test('attempts whose password could not be checked do not count towards the limit', async () => {
  const admit = createBruteForceGuard({ name: 'test-unchecked' });
  for (let times = 0; times < 40; times += 1) {
    const device = times % 2 === 0 ? 'known' : null;
    await (await admit({ ...guess, network: '198.51.100.9', device })).cancel();
  }
});

test('beyond the limit of solved challenges only known devices may sign in, and others are offered an email link', async () => {
  const admit = createBruteForceGuard({
    name: 'test-solved',
    thresholds: { account: { free: 0, windowSeconds: 60 } },
    solvedAtAccount: { times: 2, windowSeconds: 60 },
  });
  const ask = (network: string) => admit({ ...guess, network }).catch((error) => error);
  for (const network of ['203.0.113.1', '203.0.113.2']) {
    await admit({ ...guess, network, proof: await solve((await ask(network)).challenge) });
  }

  const refused = await ask('203.0.113.3');

  expect(refused).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('mails you a link'),
  });
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);
  await (await admit({ ...guess, network: '203.0.113.4', device: 'known' })).succeeded();
});

test('a known device has its own ten guesses and is challenged after them, without affecting other known devices', async () => {
  const admit = createBruteForceGuard({
    name: 'test-device',
    thresholds: { account: { free: 0, windowSeconds: 60 } },
  });
  const known = { ...guess, network: '203.0.113.5', device: 'stolen' };
  for (let times = 0; times < 10; times += 1) await admit(known);

  await expect(admit(known)).rejects.toMatchObject({ code: 'CHALLENGE_REQUIRED' });
  await admit({ ...known, device: 'another' });
});

test('challenge difficulty rises with the number of wrong guesses, up to a factor of sixteen', async () => {
  const plenty = { free: 1_000, windowSeconds: 60 };
  const wrongGuesses = createWrongGuesses('test-rising', {
    together: plenty,
    account: plenty,
    network: plenty,
    site: { free: 4, windowSeconds: 60 },
  });
  const keys = (person: number) => guessKeys(`person-${person}@example.com`, '203.0.113.9');
  const work: number[] = [];
  for (let person = 0; person < 15; person += 1) work.push(await wrongGuesses.add(keys(person)));

  expect(work).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 16]);
  expect(await wrongGuesses.work(keys(99))).toBe(16);
});
