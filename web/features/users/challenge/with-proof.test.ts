import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { withProof } from './with-proof.ts';

// Workers run only in real browsers: e2e/sign-in-challenge.test.ts solves a challenge.
vi.mock('./solve-challenge.ts', () => ({
  solveChallenge: async (challenge: string) => {
    if (challenge === 'unsolvable') throw new Error('no workers here');
    return `solved ${challenge}`;
  },
}));

const asked = (challenge: string) =>
  new ApiError({
    status: 428,
    text: '',
    body: { code: 'CHALLENGE_REQUIRED', message: 'We have to check your browser first.', challenge },
  });

/** Simulates a server that responds with these challenges in turn. */
function createServer(...challenges: string[]) {
  const proofs: (string | undefined)[] = [];
  return {
    proofs,
    send: async (proof?: string) => {
      proofs.push(proof);
      const challenge = challenges.shift();
      if (challenge) throw asked(challenge);
      return 'signed in';
    },
  };
}

test('a request without a challenge is sent once', async () => {
  const { send, proofs } = createServer();
  const onChecking = vi.fn();

  expect(await withProof(send, { onChecking })).toBe('signed in');
  expect(proofs).toEqual([undefined]);
  expect(onChecking).not.toHaveBeenCalledWith(true);
});

test('a challenge is solved and its proof sent, also when a second challenge follows', async () => {
  const { send, proofs } = createServer('one', 'two');
  const onChecking = vi.fn();

  expect(await withProof(send, { onChecking })).toBe('signed in');
  expect(proofs).toEqual([undefined, 'solved one', 'solved two']);
  expect(onChecking.mock.calls.flat()).toEqual([true, false, true, false, false]);
});

test('a request fails after too many challenges, or when a challenge cannot be solved', async () => {
  const onChecking = () => {};
  const endless = createServer('1', '2', '3', '4', '5');

  await expect(withProof(endless.send, { onChecking })).rejects.toThrow('428');
  expect(endless.proofs).toHaveLength(4);
  await expect(withProof(createServer('unsolvable').send, { onChecking })).rejects.toMatchObject({
    serverMessage: 'We have to check your browser first.',
  });
});

test('a failure other than a challenge is passed on unchanged', async () => {
  const wrong = new ApiError({ status: 401, text: '', body: null });

  await expect(withProof(() => Promise.reject(wrong), { onChecking: () => {} })).rejects.toBe(wrong);
});
