import { expect, test } from 'vitest';
import { expiredPaper, paperSchema, validUntil } from './papers.ts';

const paper = (expiresOn: string) => ({ kind: 'license', number: '1', expiresOn });

test('a paper is valid through its expiry date', () => {
  expect(expiredPaper([paper('2026-11-20')], '2026-11-20')).toBeNull();
  expect(expiredPaper([paper('2030-01-01'), paper('2026-11-20')], '2026-11-21')).toEqual(paper('2026-11-20'));
});

test('several papers are valid until the first one expires, and no papers never expire', () => {
  expect(validUntil([paper('2030-01-01'), paper('2026-11-20')])).toBe('2026-11-20');
  expect(validUntil([])).toBeNull();
});

test.each(['2026-02-30', '20-11-2026', '2026-11', ''])(
  '%j is not accepted as the expiry date of a paper',
  (expiresOn) => {
    expect(paperSchema(['license']).safeParse(paper(expiresOn)).success).toBe(false);
  },
);
