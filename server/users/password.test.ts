import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password.ts';

test('under many concurrent password checks some are refused as unavailable and all others answer correctly', async () => {
  const hash = await hashPassword('correct horse');
  const asked = Array.from({ length: 110 }, (_, n) => isPassword(n % 2 ? 'correct horse' : 'wrong', hash));

  const settled = await Promise.allSettled(asked);

  const answers = settled.flatMap((each, n) => (each.status === 'fulfilled' ? [[n, each.value]] : []));
  expect(answers.map(([, isRight]) => isRight)).toEqual(answers.map(([n]) => Number(n) % 2 === 1));
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.length).toBe(110 - answers.length);
  expect(refused).not.toHaveLength(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 3 });
});
