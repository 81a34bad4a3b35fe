import { expect, test } from 'vitest';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { solve } from '../testing/solve-challenge.ts';
import { withWrongClock } from '../testing/with-wrong-clock.ts';
import { isProof, issueChallenge } from './proof-of-work.ts';

setUpTestDatabase();

const work = { subject: 'sign-in of one account', times: 1 };

/** Returns a proof with changed fields. */
function change(proof: string, edit: (fields: ReturnType<typeof JSON.parse>) => void): string {
  const fields = JSON.parse(Buffer.from(proof, 'base64').toString());
  edit(fields);
  return Buffer.from(JSON.stringify(fields)).toString('base64');
}

test('a solved challenge is accepted once, even when it is sent concurrently', async () => {
  const proof = await solve(await issueChallenge(work));

  const answers = await Promise.all(Array.from({ length: 5 }, () => isProof(proof, work)));

  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await isProof(proof, work)).toBe(false);
});

test('a proof is accepted only for its subject and only at the difficulty required by then', async () => {
  const proof = await solve(await issueChallenge(work));

  expect(await isProof(proof, { ...work, subject: 'sign-in of another account' })).toBe(false);
  expect(await isProof(proof, { ...work, times: 2 })).toBe(false);
  expect(await isProof(proof, work)).toBe(true);
});

test('an expired challenge is not accepted', async () => {
  const proof = await solve(await issueChallenge(work, { lastsMs: -2_000 }));

  expect(await isProof(proof, work)).toBe(false);
});

test.each([6, -6])(
  'a server whose clock is %i minutes ahead accepts current challenges and rejects expired ones',
  async (minutes) => {
    await withWrongClock(minutes * 60_000, async () => {
      const [inTime, late] = [
        await solve(await issueChallenge(work)),
        await solve(await issueChallenge(work, { lastsMs: -2_000 })),
      ];

      expect([await isProof(late, work), await isProof(inTime, work)]).toEqual([false, true]);
    });
  },
);

test('a proof whose challenge was tampered with is rejected', async () => {
  const proof = await solve(await issueChallenge(work));
  const forged = [
    change(proof, ({ challenge }) =>
      Object.assign(challenge.parameters.data, { expiresAt: 9_999_999_999_999 }),
    ),
    change(proof, ({ challenge }) => Object.assign(challenge.parameters, { cost: 4_000 })),
    change(proof, ({ challenge }) => Object.assign(challenge.parameters, { keyLength: 2 })),
    change(proof, ({ challenge }) => Object.assign(challenge, { signature: 'ab'.repeat(32) })),
    change(proof, ({ challenge }) => Object.assign(challenge.parameters.data, { subject: 'other' })),
  ];

  for (const each of forged) {
    expect(
      await isProof(each, { subject: /other/.test(atob(each)) ? 'other' : work.subject, times: 1 }),
    ).toBe(false);
  }
  expect(await isProof(proof, work)).toBe(true);
});

test('a wrong solution uses up its challenge', async () => {
  const proof = await solve(await issueChallenge(work));
  const wrong = change(proof, ({ solution }) => Object.assign(solution, { counter: solution.counter + 1 }));

  expect(await isProof(wrong, work)).toBe(false);
  expect(await isProof(proof, work)).toBe(false);
});

test.each(['', 'not base64 of anything', btoa('{}'), btoa('null'), btoa('{"challenge":{},"solution":{}}')])(
  'a malformed proof is rejected: %s',
  async (text) => {
    expect(await isProof(text, work)).toBe(false);
  },
);
